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

    /// The paths that a service keeps, by PyYAML: GitHub's `path` of upload-artifact, GitLab's `paths` of artifacts.
    private static func artifacts(_ name: String) throws -> [String] {
        let program = """
            import sys, yaml
            for job in yaml.safe_load(open(sys.argv[1], encoding='utf-8')).get('jobs', {}).values():
                for step in job['steps']:
                    if 'upload-artifact' in step.get('uses', ''): print(step['with']['path'])
            for job in yaml.safe_load(open(sys.argv[1], encoding='utf-8')).values():
                if isinstance(job, dict) and 'artifacts' in job: print('\\n'.join(job['artifacts']['paths']))
            """
        let folder = try ScratchFolder()
        try folder.write(Array(program.utf8), to: "kept.py")
        let run = try CommandRun.shell("python3 kept.py '\(Fixtures.root)/Examples/ci/\(name)'", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        return run.outputText.split(separator: "\n").map(String.init)
    }

    /// The lines that build kkmix, with a build in its place that ends so; run as the services do, a line after the
    /// other until one fails.
    private static func buildRun(_ name: String, build: String) throws -> (status: Int32, path: String) {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path(".kkmix/scripts"), withIntermediateDirectories: true)
        try folder.write(Array("#!/bin/sh\n\(build)\n".utf8), to: ".kkmix/scripts/build")
        try folder.write([], to: "path")
        let all = try commands(name)
        let start = try #require(all.firstIndex { $0.hasPrefix("program=") })
        let script =
            "set -e; chmod +x .kkmix/scripts/build; GITHUB_PATH=path\n\(all[start])\n\(all[start + 1])\necho \"$PATH\" >> path"
        let run = try CommandRun.shell(script, in: folder.root)
        return (run.status, String(decoding: folder.bytes("path") ?? [], as: UTF8.self))
    }

    @Test(arguments: files) func `a build that fails ends the job, and one that does not is found`(name: String) throws
    {
        let failed = try Self.buildRun(name, build: "exit 3")
        #expect(failed.status == 3 && failed.path.isEmpty, "\(failed)")
        let built = try Self.buildRun(name, build: "echo /opt/kk/kkmix")
        #expect(built.status == 0 && built.path.hasPrefix("/opt/kk"), "\(built)")
    }

    @Test(arguments: files) func `its golden tests run, fail with what differs, and leave the report it uploads`(
        name: String
    ) throws {
        let line = try #require(Self.commands(name).first { $0.hasPrefix("kkmix test ") })
        let golden = try GoldenFolder(nil)
        try FileManager.default.createDirectory(atPath: golden.folder.path("sounds"), withIntermediateDirectories: true)
        let manifest = GoldenFolder.twoCases.replacing("mix: noise.wav", with: "mix: ../noise.wav")
        try golden.folder.write(Array(manifest.utf8), to: "sounds/kkmix-test.yaml")
        #expect(
            try CommandRun(["test", "sounds", "--update", "missing"], in: golden.folder.root)
                .status == 0)
        let script = "PATH=\"$(dirname \"$KKMIX\"):$PATH\"; \(line)"
        #expect(try CommandRun.shell(script, in: golden.folder.root, environment: ["CI": "true"]).status == 0)
        try golden.folder.write(
            Array(manifest.replacing("mix: ../noise.wav\n", with: "mix: ../quiet.wav\n").utf8),
            to: "sounds/kkmix-test.yaml")
        let run = try CommandRun.shell(script, in: golden.folder.root, environment: ["CI": "true"])
        #expect(run.status == 1, "\(run.errorText)")
        let kept = try Self.artifacts(name)
        #expect(["sound.xml", "sound-report", "kkmix-results"].allSatisfy(kept.contains), "\(kept)")
        for path in kept where !path.hasPrefix("renders") {
            #expect(FileManager.default.fileExists(atPath: golden.folder.path(path)), "\(path)")
        }
        if name == "gitlab-ci.yml" { #expect(try Self.text(name).contains("reports: {junit: sound.xml}")) }
    }

    @Test(arguments: files) func `its batch is a command that kkmix takes`(name: String) throws {
        let line = try #require(Self.commands(name).first { $0.hasPrefix("kkmix batch ") })
        let golden = try GoldenFolder(nil)
        let job = #"{"id":"one","inputs":["../noise.wav"],"output":"out/one.wav","options":[]}"# + "\n"
        try FileManager.default.createDirectory(
            atPath: golden.folder.path("renders"), withIntermediateDirectories: true)
        try golden.folder.write(Array(job.utf8), to: "renders/jobs.jsonl")
        let script =
            "PATH=\"$(dirname \"$KKMIX\"):$PATH\"; \(line.replacing("${{ matrix.share }}", with: "1").replacing("1/4", with: "1/1"))"
        let variables = ["CI": "true", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"]
        let run = try CommandRun.shell(script, in: golden.folder.root, environment: variables)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(golden.folder.bytes("renders/out/one.wav") != nil && golden.folder.bytes("renders.xml") != nil)
        #expect(try ["renders.xml", "renders/out"].allSatisfy(Self.artifacts(name).contains))
    }

    @Test(arguments: files) func `its other lines name scripts that are there, and are words of a shell`(
        name: String
    ) throws {
        for line in try Self.commands(name) {
            let plain = line.replacing("${{ matrix.share }}", with: "1")
            #expect(
                try CommandRun.shell("bash -n -c '\(plain.replacing("'", with: "'\\''"))'", in: Fixtures.root).status
                    == 0, "\(line)")
            for script in line.matches(of: /\.kkmix\/(scripts\/[a-z]+)/).map(\.output.1) {
                #expect(FileManager.default.isExecutableFile(atPath: "\(Fixtures.root)/\(script)"), "\(script)")
            }
        }
    }

    /// What docs/ci.md shows is the file up to its second job, without the comment at its head.
    @Test(arguments: files) func `the page on CI shows the same`(name: String) throws {
        let lines = try Self.text(name).split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.drop { $0.hasPrefix("#") }.prefix { !$0.contains("# Many renders") }.joined(separator: "\n")
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/ci.md", encoding: .utf8)
        #expect(page.contains("```yaml\n\(shown.trimmingCharacters(in: .newlines))\n```"))
    }
}
