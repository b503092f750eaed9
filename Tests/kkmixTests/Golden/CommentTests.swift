import KKTestSupport
import Testing

/// `--markdown`: a comment for a pull request.
@Suite struct CommentTests {
    @Test func `a comment has the way to its pictures, or the prefix that is given, and replaces its own kind alone`()
        throws
    {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell("cp quiet.wav noise.wav", in: golden.folder.root)
        #expect(try golden.test("--markdown", "out/deep/comment.md").status == 1)
        let text = String(decoding: try #require(golden.folder.bytes("out/deep/comment.md")), as: UTF8.self)
        #expect(text.hasPrefix("### ") && text.contains("![sound](<../../kkmix-results/sound.png>)"), "\(text)")
        #expect(
            try golden.test("--markdown", "out/deep/comment.md", "--picture-url", "https://x.org/run/7").status == 1)
        let other = String(decoding: try #require(golden.folder.bytes("out/deep/comment.md")), as: UTF8.self)
        #expect(other.contains("![sound](<https://x.org/run/7/sound.png>)"), "\(other)")
        try golden.folder.write(Array("my notes".utf8), to: "notes.md")
        #expect(try golden.test("--markdown", "notes.md").status == 73)
        #expect(golden.folder.bytes("notes.md") == Array("my notes".utf8))
        #expect(try golden.test("--markdown", "kkmix-test.yaml", "-f").status == 73, "the run's own file")
    }
}
