@testable import KKJobs
import Testing

/// What a pattern of names matches.
@Suite struct GlobTests {
    @Test(arguments: [
        ("*.wav", ["a.wav", ".wav", "x/a.wav"], ["a.WAV", "a.wav.bak", "a.wav/b"]),
        ("a?.wav", ["ab.wav", "aé.wav"], ["a.wav", "abc.wav"]),
        ("[a-c]*", ["a", "cab"], ["d", "", "A"]),
        ("[!a-c]", ["d", "!"], ["a", "dd"]),
        ("[]a]", ["]", "a"], ["b"]),
        ("[ab", ["[ab"], ["a"]),
        ("[z-x]", ["y"], ["a"]),
        ("drafts", ["drafts", "x/drafts"], ["drafts/x", "draft"]),
        ("drafts/", ["drafts", "x/drafts"], ["drafts/x"]),
        ("/drafts", ["drafts"], ["x/drafts"]),
        ("a/*.wav", ["a/b.wav"], ["b.wav", "a/b/c.wav", "x/a/b.wav"]),
        ("a/**", ["a/b.wav", "a/b/c.wav"], ["a", "b/a"]),
        ("**/a/b", ["a/b", "x/a/b", "x/y/a/b"], ["xa/b", "a/x/b"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb"]),
        ("*a*b*c*", ["abc", "xaxbxcx"], ["acb"]),
        ("*\u{301}", ["e\u{301}"], ["e", "*"]),
    ])
    func `a pattern has a shell's meaning`(text: String, matching: [String], others: [String]) {
        let glob = Glob(text)
        for name in matching { #expect(glob.matches(name), "\(text) matches \(name)") }
        for name in others { #expect(!glob.matches(name), "\(text) does not match \(name)") }
    }

    /// Going back to every star in turn takes longer than anybody waits.
    @Test func `many stars cost no more than their number`() {
        let glob = Glob(String(repeating: "a*", count: 60) + "b")
        #expect(!glob.matches(String(repeating: "a", count: 4_000)))
    }
}
