import Foundation
import KKTestSupport
import Testing

/// The files in Examples/ci, as far as they can be tried without those services.
@Suite struct CIExampleTests {
    private static let files = ["github.yml", "gitlab-ci.yml"]

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(Fixtures.root)/Examples/ci/\(name)", encoding: .utf8)
    }

    /// Lines of shell that a service would run, by PyYAML: GitHub's `run`, GitLab's `script` and `before_script`.
    private static func commands(_ name: String) throws -> [String] {
        let program = """
            import sys, yaml
            def walk(value, key=None):
                if isinstance(value, dict):
                    for name, part in value.items(): walk(part, name)
                elif isinstance(value, list):
                    for part in value: walk(part, key)
                elif key in ('run', 'script', 'before_script'): print(value)
            walk(yaml.safe_load(open(sys.argv[1], encoding='utf-8')))
            """
        let folder = try ScratchFolder()
        try folder.write(Array(program.utf8), to: "walk.py")
        let run = try CommandRun.shell("python3 walk.py '\(Fixtures.root)/Examples/ci/\(name)'", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        return run.outputText.split(separator: "\n").map(String.init)
    }

    @Test(arguments: files) func `its golden tests run, fail with what differs, and leave the report it uploads`(name: String) throws {
        let line = try #require(Self.commands(name).first { $0.hasPrefix("kkmix test ") })
        let golden = try GoldenFolder(nil)
        try FileManager.default.createDirectory(atPath: golden.folder.path("sounds"), withIntermediateDirectories: true)
        let manifest = GoldenFolder.twoCases.replacing("mix: noise.wav", with: "mix: ../noise.wav")
        try golden.folder.write(Array(manifest.utf8), to: "sounds/kkmix-test.yaml")
        #expect(try CommandRun(["test", "sounds", "--update", "missing"], in: golden.folder.root, environment: ["CI": ""]).status == 0)
        let script = "PATH=\"$(dirname \"$KKMIX\"):$PATH\"; \(line)"
        #expect(try CommandRun.shell(script, in: golden.folder.root, environment: ["CI": "true"]).status == 0)
        try golden.folder.write(Array(manifest.replacing("mix: ../noise.wav\n", with: "mix: ../quiet.wav\n").utf8), to: "sounds/kkmix-test.yaml")
        let run = try CommandRun.shell(script, in: golden.folder.root, environment: ["CI": "true"])
        #expect(run.status == 1, "\(run.errorText)")
        #expect(golden.folder.bytes("sound.xml") != nil && golden.folder.bytes("sound-report/index.html") != nil)
        let text = try Self.text(name)
        #expect(text.contains("sound-report") && (name == "github.yml" || text.contains("reports: {junit: sound.xml}")))
    }

    @Test(arguments: files) func `its batch is a command that kkmix takes`(name: String) throws {
        let line = try #require(Self.commands(name).first { $0.hasPrefix("kkmix batch ") })
        let golden = try GoldenFolder(nil)
        let job = #"{"id":"one","inputs":["../noise.wav"],"output":"out/one.wav","options":[]}"# + "\n"
        try FileManager.default.createDirectory(atPath: golden.folder.path("renders"), withIntermediateDirectories: true)
        try golden.folder.write(Array(job.utf8), to: "renders/jobs.jsonl")
        let script = "PATH=\"$(dirname \"$KKMIX\"):$PATH\"; \(line.replacing("${{ matrix.share }}", with: "1").replacing("1/4", with: "1/1"))"
        let variables = ["CI": "true", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"]
        let run = try CommandRun.shell(script, in: golden.folder.root, environment: variables)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(golden.folder.bytes("renders/out/one.wav") != nil && golden.folder.bytes("renders.xml") != nil)
    }

    @Test(arguments: files) func `its other lines name scripts that are there, and are words of a shell`(name: String) throws {
        for line in try Self.commands(name) {
            let plain = line.replacing("${{ matrix.share }}", with: "1")
            #expect(try CommandRun.shell("bash -n -c '\(plain.replacing("'", with: "'\\''"))'", in: Fixtures.root).status == 0, "\(line)")
            for script in line.matches(of: /\.kkmix\/(scripts\/[a-z]+)/).map(\.output.1) {
                #expect(FileManager.default.isExecutableFile(atPath: "\(Fixtures.root)/\(script)"), "\(script)")
            }
        }
    }

    /// What the README shows is the file up to its second job, without the comment at its head.
    @Test(arguments: files) func `the README shows the same`(name: String) throws {
        let lines = try Self.text(name).split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.drop { $0.hasPrefix("#") }.prefix { !$0.contains("# Many renders") }.joined(separator: "\n")
        let readme = try String(contentsOfFile: "\(Fixtures.root)/README.md", encoding: .utf8)
        #expect(readme.contains("```yaml\n\(shown.trimmingCharacters(in: .newlines))\n```"))
    }
}
