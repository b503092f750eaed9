import Foundation
import KKTestSupport
import Testing

/// What `kkmix test` must never write over or remove: what another manifest reads, or needs, though nobody named it.
@Suite struct TestSafetyTests {
    /// A project, whose root has the repository's mark, with manifests in two folders.
    private func project(_ manifests: [String: String]) throws -> GoldenFolder {
        let golden = try GoldenFolder(nil)
        try golden.folder.write([], to: ".git")
        for (name, text) in manifests {
            let folder = URL(fileURLWithPath: golden.folder.path(name)).deletingLastPathComponent().path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try golden.folder.write(Array(text.utf8), to: name)
        }
        return golden
    }

    private static let writer = "schema: 1\ncases: [{name: a, mix: quiet.wav, golden: noise.wav}]\n"

    /// `a.yaml` would write what `b.yaml` reads; so would the manifest of a folder that one below, beside or above it
    /// reads.
    @Test(arguments: [
        ("a.yaml", "b.yaml", "noise.wav"), ("a.yaml", "sub/kkmix-test.yaml", "../noise.wav"),
        ("a.yaml", "sub/deeper/b.case.yaml", "../../noise.wav::gain=-1dB"),
        ("a.yaml", "sub/any-name.yml", "synth:silence:for=1s ../noise.wav --unknown-option"),
        ("a.yaml", "sub/lines.jsonl", "../noise.wav"),
    ])
    func `no golden is written over what a manifest that nobody named reads`(
        own: String, other: String, mix: String
    ) throws {
        let text =
            other.hasSuffix("jsonl")
            ? "{\"name\": \"b\", \"mix\": \"\(mix)\"}\n"
            : other.hasSuffix(".case.yaml")
                ? "mix: '\(mix)'\n"
                : "schema: 1\ncases: [{name: a, mix: '\(mix)'}]\n"
        let golden = try project([own: Self.writer, other: text])
        let before = try golden.snapshot()
        for arguments in [["--update", "all"], ["--update", "failed"], ["--accept", "a"]] {
            let run = try CommandRun(["test", own] + arguments, in: golden.folder.root)
            #expect(
                run.status == 78 && run.outputText.isEmpty
                    && run.errorText.contains("noise.wav, which would be written, is an input of the case"),
                "\(run.errorText)")
            #expect(run.errorText.contains(other), "\(run.errorText)")
        }
        #expect(try golden.snapshot() == before)
        // Alone in its project, it may.
        try FileManager.default.removeItem(atPath: golden.folder.path(other))
        #expect(
            try golden.test(own, "--update", "all").status == 0
                && golden.folder.bytes("noise.wav") != before["noise.wav"])
    }

    @Test func `a manifest in a folder of a project minds those above and beside it`() throws {
        let golden = try project([
            "one/kkmix-test.yaml": "schema: 1\ncases: [{name: a, mix: ../quiet.wav, golden: shared.wav}]\n",
            "two/kkmix-test.yaml": "schema: 1\ncases: [{name: b, mix: ../one/shared.wav}]\n",
        ])
        try golden.folder.write(golden.folder.bytes("noise.wav") ?? [], to: "one/shared.wav")
        let run = try golden.test("one", "--update", "all")
        #expect(run.status == 78 && run.errorText.contains("two/kkmix-test.yaml:2:"), "\(run.errorText)")
    }

    @Test func `no result goes through a link that came with the cases`() throws {
        let golden = try project([
            "kkmix-test.yaml": "schema: 1\ncases: [{name: a, mix: quiet.wav, golden: noise.wav, trace: true}]\n"
        ])
        _ = try CommandRun.shell("mkdir home; printf mine >home/file", in: golden.folder.root)
        let kinds = ["actual.wav", "actual.trace", "residual.wav", "repeat.wav", "png"]
        for target in ["../home/file", "../home/new"] {
            _ = try CommandRun.shell(
                "rm -rf kkmix-results; mkdir kkmix-results; for kind in \(kinds.joined(separator: " ")); do ln -s \(target) kkmix-results/a.$kind; done",
                in: golden.folder.root)
            let run = try golden.test("--repeat", "2")
            #expect(run.status == 1 && run.outputText.contains("residual"), "\(run.outputText)")
            #expect(try golden.snapshot(of: "home") == ["file": Array("mine".utf8)])
            for kind in ["actual.wav", "residual.wav", "png"] {
                #expect(
                    try CommandRun.shell(
                        "test -f kkmix-results/a.\(kind) -a ! -L kkmix-results/a.\(kind)", in: golden.folder.root
                    ).status == 0, "\(kind)")
            }
        }
        _ = try CommandRun.shell("rm -r kkmix-results; ln -s home kkmix-results", in: golden.folder.root)
        let run = try golden.test()
        #expect(
            run.status == 73 && run.errorText.contains("kkmix-results: the results' folder is a link"),
            "\(run.errorText)")
        #expect(try golden.snapshot(of: "home") == ["file": Array("mine".utf8)])
        // Named, it is the user's own word.
        #expect(try golden.test("--results", "./kkmix-results").status == 1)
        #expect(try Set(golden.snapshot(of: "home").keys).isSuperset(of: ["a.actual.wav", "file"]))
    }

    @Test(arguments: ["../outside/noise.wav", "/outside/noise.wav", "link.wav", "links/noise.wav"])
    func `no golden is written outside the project, unless it is allowed`(name: String) throws {
        let golden = try project(["project/.git/HEAD": ""])
        let outside = golden.folder.path("outside")
        _ = try CommandRun.shell(
            "mkdir outside; cp noise.wav outside; ln -s ../outside project/links; ln -s ../outside/noise.wav project/link.wav",
            in: golden.folder.root)
        let path = name.hasPrefix("/") ? golden.folder.root + name : name
        try golden.folder.write(
            Array("schema: 1\ncases: [{name: a, mix: ../quiet.wav, golden: '\(path)'}]\n".utf8),
            to: "project/kkmix-test.yaml")
        let before = try golden.snapshot(of: "outside")
        let project = golden.folder.path("project")
        for arguments in [["--update", "all"], ["--accept", "a"]] {
            let run = try CommandRun(["test"] + arguments, in: project)
            #expect(
                run.status == 78 && run.errorText.contains("is outside the project")
                    && run.errorText.contains("--allow-outside"), "\(run.errorText)")
        }
        #expect(try golden.snapshot(of: "outside") == before)
        // What is only read may come through a link, as some tools lay a project out.
        #expect(try golden.test(in: project).status == (name.hasPrefix("link") ? 1 : 78))
        #expect(try golden.test("--update", "all", "--allow-outside", in: project).status == 0)
        #expect(try golden.snapshot(of: "outside") != before && FileManager.default.fileExists(atPath: outside))
    }

    @Test func `a manifest that cannot be read stops what would replace or remove a golden`() throws {
        let golden = try project(["kkmix-test.yaml": "schema: 1\ncases: [{name: a, mix: quiet.wav}]\n"])
        #expect(try golden.test("--update", "missing").status == 0)
        try FileManager.default.createDirectory(atPath: golden.folder.path("sub"), withIntermediateDirectories: true)
        try golden.folder.write(Array("schema: 1\ncases: [{name: b, mux: x.wav}]\n".utf8), to: "sub/kkmix-test.yaml")
        try golden.folder.write([1], to: "goldens/old.wav")
        // Templates of other programs are none of our manifests, however broken.
        try golden.folder.write(Array("a: {{ remix }}\n---\nb: mixed: [\n".utf8), to: "sub/template.yaml")
        for arguments in [["--update", "all"], ["--accept", "a"], ["--prune"]] {
            let run = try CommandRun(["test"] + arguments, in: golden.folder.root)
            #expect(
                run.status == 78 && run.errorText.contains("sub/kkmix-test.yaml:2:")
                    && run.errorText.contains("because it cannot be read"), "\(run.errorText)")
        }
        #expect(golden.folder.bytes("goldens/old.wav") == [1])
        // What is new replaces nothing, and a plain run writes nothing.
        #expect(try golden.test("--update", "missing").status == 0 && golden.test().status == 0)
        try FileManager.default.removeItem(atPath: golden.folder.path("sub/kkmix-test.yaml"))
        #expect(try golden.test("--prune").outputText == "removed goldens/old.wav\n")
    }

    @Test func `prune leaves goldens of manifests in folders below and above`() throws {
        let golden = try project([
            "kkmix-test.yaml": "schema: 1\ncases: [{name: a, mix: noise.wav}]\n",
            "sub/kkmix-test.yaml":
                "schema: 1\ndefaults: {goldens: ../goldens}\ncases: [{name: c, mix: ../noise.wav}]\n",
            "sub/deep/d.yaml": "schema: 1\ncases: [{name: d, mix: ../../noise.wav, golden: ../../goldens/d.wav}]\n",
            "top/kkmix-test.yaml": "schema: 1\ncases: [{name: e, mix: ../noise.wav}]\n",
            "f.yaml": "schema: 1\ncases: [{name: f, mix: noise.wav, golden: top/goldens/f.wav}]\n",
            "h.json": #"{"schema": 1, "cases": [{"name": "h", "mix": "noise.wav"}]}"#,
            // Of other programs.
            "package.json": "{\"remix\": [,", "long.json": String(repeating: "{\"mix\": 1}\n", count: 400_000),
        ])
        for name in [".", "sub", "sub/deep/d.yaml", "top", "f.yaml", "h.json"] {
            #expect(try golden.test(name, "--update", "missing").status == 0)
        }
        let before = try golden.snapshot()
        for name in [".", "top", "sub"] {
            let run = try golden.test(name, "--prune")
            #expect(
                run.status == 0 && run.outputText == "every golden is used by a case\n",
                "\(run.outputText)\(run.errorText)")
        }
        #expect(try golden.snapshot() == before && before["goldens/c.wav"] != nil && before["top/goldens/f.wav"] != nil)
        // A folder that somebody reads from holds more than goldens.
        try golden.folder.write(Array("mix: ../goldens/input.wav\n".utf8), to: "sub/g.case.yaml")
        try golden.folder.write([1], to: "goldens/input.wav")
        #expect(
            try golden.test("--prune").outputText == "every golden is used by a case\n"
                && golden.folder.bytes("goldens/input.wav") == [1])
    }

    /// No other run would find it, and prune would take its goldens.
    @Test(arguments: ["cases.txt", "nightly", ".hidden.yaml"])
    func `a manifest whose name no search knows is refused`(name: String) throws {
        let golden = try project([name: Self.writer])
        let run = try golden.test(name, "--update", "missing")
        #expect(
            run.status == 64 && run.errorText.contains("\(name): its name is not that of a manifest")
                && run.outputText.isEmpty, "\(run.errorText)")
    }

    /// Nothing is compared where there is no frame, so a golden of it could never pass.
    @Test(arguments: ["wav", "fingerprint"])
    func `a render that would not pass beside itself is not recorded`(kind: String) throws {
        let golden = try GoldenFolder(
            "schema: 1\ndefaults: {golden: \(kind)}\ncases: [{name: a, mix: noise.wav --length 0s, allow-silence: true}]\n"
        )
        let run = try golden.test("--update", "missing")
        #expect(
            run.status == 1
                && run.outputText.contains("no golden was written, because the render does not pass against itself")
                && golden.folder.bytes("goldens/a.\(kind)") == nil, "\(run.outputText)")
    }

    @Test func `a pipe in the place of a golden is not waited for`() throws {
        let golden = try GoldenFolder()
        for words in ["", "--update all", "--update failed"] {
            let run = try CommandRun.shell(
                "rm -rf goldens; mkdir goldens; mkfifo goldens/sound.wav goldens/print.fingerprint; timeout 20 $KKMIX test \(words)",
                in: golden.folder.root)
            #expect(run.status == 1 || run.status == 66, "\(words): \(run.status)")
            #expect(
                run.outputText.split(separator: "\n").count {
                    $0.contains("a golden has to be a file, but this is not a file")
                }
                    >= 2, "\(run.outputText) \(run.errorText)")
        }
    }
}
