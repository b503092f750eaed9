@testable import KKJobs
import KKMixing
import KKTestSupport
import Testing

/// What a manifest's cases are, and what is said of a slip.
@Suite struct CaseManifestTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func manifest(_ text: String, name: String = "kkmix-test.yaml") throws -> CaseManifest {
        try folder.write(Array(text.utf8), to: name)
        return try CaseManifest(path: FilePath(folder.path(name)))
    }

    @Test func `a manifest's cases have their defaults`() throws {
        let cases = try manifest(
            """
            schema: 1
            defaults: {tolerance: lossy, limits: {loudness: 0.3LU, lag: 20ms}, goldens: kept, golden: fingerprint}
            cases:
              - name: one
                mix: a.wav 'b c.wav'::gain=-3dB -r 48k
              - name: two
                mix: [mix, a.wav]
                golden: other/two.flac
                tolerance: exact
                assert: [peak <= -1dBTP, "length 1s"]
                allow-silence: true
              - name: three
                mix: kkmix a.wav
                golden: none
                assert: channels 2
                skip: not yet
            """
        ).cases
        #expect(cases.map(\.name) == ["one", "two", "three"])
        #expect(
            cases[0].origin == .mix(["a.wav", "b c.wav::gain=-3dB", "-r", "48k"]) && cases[1].origin == .mix(["a.wav"])
                && cases[2].origin == .mix(["a.wav"]))
        #expect(
            cases[0].golden?.path == FilePath(folder.path("kept/one.fingerprint"))
                && cases[0].golden?.kind == .fingerprint)
        #expect(cases[1].golden?.path == FilePath(folder.path("other/two.flac")) && cases[2].golden == nil)
        #expect(
            cases[0].tolerance.name == "lossy" && cases[0].tolerance[.loudness] == 0.3
                && cases[0].tolerance.lag == .seconds(0.02))
        #expect(cases[1].tolerance == .exact)
        #expect(cases[1].assertions.map(\.text) == ["peak <= -1dBTP", "length 1s"] && cases[1].allowsSilence)
        #expect(cases[2].skipReason == "not yet" && cases[2].place == folder.path("kkmix-test.yaml") + ":12:5")
    }

    /// Braces without quotes are a map.
    @Test(arguments: [
        "cases: [{name: a, command: render {output}, golden: none}]",
        "cases: [{name: a, command: [render, {output}]}]", "cases: [{name: a, command: {output}}]",
        "cases:\n  - name: a\n    command: {output} --fast\n",
        "store: {fetch: get {hash} {path}}\ncases: []",
    ])
    func `a placeholder without quotes was an error of YAML that nobody understood`(text: String) throws {
        let error = try #require(throws: SessionError.self) { try manifest("schema: 1\n\(text)") }
        #expect(
            error.nextStep?.contains("in quotes") == true && error.nextStep?.contains("are a map") == true, "\(error)")
    }

    @Test func `JSON Lines are read by the same rules`() throws {
        let read = try manifest(
            """
            {"schema":1,"defaults":{"golden":"flac"}}

            {"name":"one","mix":"a.wav"}
            {"name":"two","mix":["b.wav"],"golden":"none","assert":["channels 1"]}
            """, name: "cases.jsonl")
        #expect(read.cases.map(\.name) == ["one", "two"])
        #expect(read.cases[0].golden?.path == FilePath(folder.path("goldens/one.flac")))
        #expect(read.cases[1].place == folder.path("cases.jsonl") + ":4:1")
    }

    /// What Python's json.dumps writes of a note and of an accent.
    @Test func `JSON Lines may write a character beyond U+FFFF as two escapes`() throws {
        let read = try manifest(#"{"name": "\ud83c\udfb5 song", "mix": "\u00e9.wav"}"#, name: "cases.jsonl")
        #expect(read.cases[0].name == "🎵 song" && read.cases[0].origin == .mix(["é.wav"]))
    }

    @Test(arguments: [
        ("{\"name\":\"one\",\"mix\":\"a.wav\"", "1:28"),
        ("{\"name\":\"one\",\"mix\":\"é.wav\"\r\n{\"name\":\"two\",\"mix\":\"b.wav\"}\n", "1:28"),
        ("{\"name\":\"one\",\"mix\":\"a.wav\"}\n{\"name\":\"two\n", "2:13"),
    ])
    func `a line that does not end is named by its own number, and as JSON`(text: String, place: String) throws {
        let error = #expect(throws: SessionError.self) { try manifest(text, name: "cases.jsonl") }
        #expect(error?.place?.hasSuffix("cases.jsonl:\(place)") == true, "\(String(describing: error))")
        #expect(
            error?.problem.hasPrefix("this is not JSON: ") == true && error?.nextStep?.contains("indentation") == false)
    }

    @Test func `a folder of cases has its goldens beside them`() throws {
        try folder.write(Array("mix: b.wav\n".utf8), to: "two.case.yaml")
        try folder.write(Array("schema: 1\nmix: a.wav\ngolden: one.fingerprint".utf8), to: "one.case.yaml")
        let read = try CaseManifest(path: FilePath(folder.root))
        #expect(read.cases.map(\.name) == ["one", "two"])
        #expect(read.cases.map(\.golden?.path) == ["one.fingerprint", "two.wav"].map { FilePath(folder.path($0)) })
        #expect(try CaseManifest(path: FilePath(folder.path("two.case.yaml"))).cases.map(\.name) == ["two"])
    }

    @Test(arguments: [
        ("cases: []", "the key 'schema' is missing; write schema: 1"),
        ("schema: 2\ncases: []", ":1:9: schema 2 is not known"),
        ("schema: 1", "the key 'cases' is missing"),
        ("schema: 1\ncases: []", "it has no cases"), ("schema: 1\ncases:", "it has no cases"),
        ("schema: 1\ncases: {a: 1}", "'cases' is a map"), ("- a", "a manifest is a list"),
        ("schema: 1\ncase: []", ":2:1: unknown key 'case' in a manifest; did you mean 'cases'?"),
        ("schema: 1\ncases: [{name: a, mix: b, tolerence: exact}]", "did you mean 'tolerance'?"),
        ("schema: 1\ncases: [{mix: b}]", "a case has no name"),
        ("schema: 1\ncases: [{name: a}]", "the case 'a' has no mix"),
        ("schema: 1\ncases: [{name: a, mix: ''}]", "'mix' is empty"),
        ("schema: 1\ncases: [{name: a/b, mix: x}]", "'a/b' cannot be a case's name: '/' cannot be in it"),
        ("schema: 1\ncases: [{name: .a, mix: x}]", "it begins with '.'"),
        // A sign and the accent upon it are one character, and a file's name is bytes.
        ("schema: 1\ncases: [{name: \"/\\u0301x\", mix: x}]", "'/' cannot be in it"),
        ("schema: 1\ncases: [{name: \"..\\u0301/\\u0301x\", mix: x}]", "it begins with '.'"),
        ("schema: 1\ncases: [{name: \"a\\u0085b\", mix: x}]", "cannot be in it"),
        ("schema: 1\ncases: [{name: a, mix: x}, {name: A, mix: y}]", "the case 'A' is given twice, first at "),
        ("schema: 1\ncases: [{name: a, mix: x, golden: a.mp3}]", "'a.mp3' is not a golden's name"),
        ("schema: 1\ncases: [{name: a, mix: x, golden: none}]", "has no golden and asserts nothing"),
        ("schema: 1\ncases: [{name: a, mix: x, tolerance: losy}]", "unknown tolerance 'losy'; did you mean 'lossy'?"),
        ("schema: 1\ncases: [{name: a, mix: x, limits: {peek: 1}}]", "unknown limit 'peek'; did you mean 'peak'?"),
        (
            "schema: 1\ncases: [{name: a, mix: x, tolerance: lsb, limits: {lsb: none}}]",
            "no limit on the sound is left in 'lsb'"
        ),
        ("schema: 1\ncases: [{name: a, mix: x, limits: {peak: loud}}]", "'loud' is not a value of 'peak'"),
        ("schema: 1\ncases: [{name: a, mix: x, assert: [loud -16]}]", "'loud -16' is not an assertion"),
        ("schema: 1\ncases: [{name: a, mix: x | y}]", "no shell reads this"),
        ("schema: 1\ncases: [{name: a, mix: x, skip: [a]}]", "'skip' is a list"),
        ("schema: 1\ncases: [{name: a, mix: x, trace: 1}]", "'trace' is a number; write true or false"),
        ("schema: 1\ndefaults: {golden: mp3}\ncases: []", "'mp3' is not a kind of golden: they are wav, flac and"),
        ("schema: 1\ndefaults: {golden: none}\ncases: []", "'none' is not a kind of golden: they are wav, flac and"),
        ("schema: 1\ndefaults: {timeout: soon}\ncases: []", "'soon' is not a time limit"),
        ("", "it has no cases"),
    ])
    func `a slip is reported with its place and what to do`(text: String, words: String) throws {
        let error = #expect(throws: SessionError.self) { try manifest(text) }
        #expect(error?.kind == .badSession, "\(text)")
        #expect(error?.description.contains(words) == true, "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test func `a folder without cases is no success`() throws {
        let error = #expect(throws: SessionError.self) { try CaseManifest(path: FilePath(folder.root)) }
        #expect(error?.kind == .noInput)
    }

    @Test(arguments: [
        ("eq", "voice-eq", true), ("eq", "voice", false), ("voice-*", "voice-eq", true),
        ("voice-*", "a-voice-eq", false),
        ("*eq", "voice-eq", true), ("v?ice", "voice", true),
        ("v?ice", "vice", false), ("*a*b*", "xaxbx", true), ("*a*b", "xaxbx", false), ("*", "", true),
        ("**", "x", true),
    ])
    func `a filter is a part of a name, or a pattern of all of it`(pattern: String, name: String, expected: Bool) {
        #expect(NameFilter(pattern).contains(name) == expected)
    }
}
