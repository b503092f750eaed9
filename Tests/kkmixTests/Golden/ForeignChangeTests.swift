import Foundation
import KKTestSupport
import Testing

/// What somebody's change to a manifest or a list can do to the machine that tests it, without consent: nothing.
@Suite struct ForeignChangeTests {
    private let library = "ladspa:./evil.so:x"

    /// A library that leaves a file where it is loaded.
    private func plantLibrary(in folder: ScratchFolder) throws {
        let source = """
            #include <stdio.h>
            __attribute__((constructor)) static void loaded(void) { fclose(fopen("loaded", "w")); }
            void *ladspa_descriptor(unsigned long index) { return 0; }
            """
        try folder.write(Array(source.utf8), to: "evil.c")
        let run = try CommandRun.shell("cc -shared -fPIC -o evil.so evil.c", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
    }

    @Test(arguments: [["batch", "-n"], ["batch"], ["batch", "plan", "-o", "a.plan"]])
    func `a list loaded the library that it named`(words: [String]) throws {
        let batch = try BatchFolder(BatchFolder.head + "1,a.wav,out/1.wav,--unit \(library)\n")
        try plantLibrary(in: batch.folder)
        let run = try CommandRun(words + ["jobs.csv"], in: batch.folder.root)
        #expect(run.status == 78 && run.errorText.contains("--run-commands"), "\(run.errorText)")
        #expect(batch.folder.bytes("loaded") == nil)
        _ = try CommandRun(words + ["jobs.csv", "--run-commands"], in: batch.folder.root)
        #expect(words.contains("plan") || batch.folder.bytes("loaded") != nil)
    }

    @Test(arguments: ["file: SECRET\n    raw: u8@8000x1", "mix: SECRET::raw=u8@8000x1", "mix: link::raw=u8@8000x1"])
    func `any file of the machine became a sound of the report`(origin: String) throws {
        let secret = try ScratchFolder()
        try secret.write(Array("TOKEN=1234567890".utf8), to: "secret.env")
        let golden = try GoldenFolder(nil)
        let path = secret.path("secret.env")
        try FileManager.default.createSymbolicLink(atPath: golden.folder.path("link"), withDestinationPath: path)
        let text = origin.replacing("SECRET", with: path)
        try golden.write("schema: 1\ncases:\n  - name: o\n    \(text)\n    golden: none\n    assert: [channels 2]\n")
        let run = try golden.test("--html", "page")
        #expect(run.status == 78 && run.errorText.contains("is outside the project"), "\(run.errorText)")
        #expect(golden.folder.bytes("page/index.html") == nil)
        #expect(try golden.test("--allow-outside").status == 1)
        // What is in the project is its own.
        try golden.folder.write(Array(repeating: 9, count: 8_000), to: "own.bin")
        try golden.write(
            "schema: 1\ncases:\n  - {name: o, file: own.bin, raw: u8@8000x1, golden: none, assert: [channels 1]}\n")
        #expect(try golden.test().status == 0)
    }

    @Test func `a file that a variable named was emptied`() throws {
        let golden = try GoldenFolder()
        try golden.folder.write(Array("precious".utf8), to: "notes.txt")
        let run = try CommandRun(
            ["test", "--list", "--shard", "auto"], in: golden.folder.root,
            environment: [
                "TEST_SHARD_STATUS_FILE": "notes.txt", "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2",
            ])
        #expect(run.status == 0 && golden.folder.bytes("notes.txt") == Array("precious".utf8), "\(run.errorText)")
    }

    @Test func `a name gave commands to the runner of GitHub`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: n, mix: noise.wav, skip: 'x ##[stop-commands]word'}\n")
        for arguments in [["test"], ["test", "--json"]] {
            let run = try CommandRun(arguments, in: golden.folder.root, environment: ["GITHUB_ACTIONS": "true"])
            #expect(!(run.outputText + run.errorText).contains("##["), "\(run.outputText)")
            if arguments.count == 2 {
                #expect("\(try GoldenFolder.document(run))".contains("x ##[stop-commands]word"))
            }
        }
        #expect(try golden.test().outputText.contains("x ##[stop-commands]word"))
        try golden.write(
            "schema: 1\ncases:\n  - {name: n, mix: noise.wav, skip: 'x ##vso[task.setvariable]y ##teamcity[z]'}\n")
        for name in ["TF_BUILD", "TEAMCITY_VERSION"] {
            let run = try CommandRun(["test"], in: golden.folder.root, environment: [name: "True"])
            #expect(run.outputText.contains("x ##vso [task.setvariable]y ##teamcity [z]"), "\(run.outputText)")
        }
    }

    /// Split into lines as a whole, a hundred megabytes of line feeds took 4 GB and 20 s.
    @Test func `a trace and a report's list that somebody has filled up cost little`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: n, mix: noise.wav, golden: n.fingerprint, trace: true}\n")
        #expect(try golden.test("--update", "missing").status == 0)
        let feeds = [UInt8](repeating: UInt8(ascii: "\n"), count: 60 << 20)
        try golden.folder.write(try #require(golden.folder.bytes("n.trace")) + feeds, to: "n.trace")
        try golden.write(
            "schema: 1\ncases:\n  - {name: n, mix: quiet.wav, golden: n.fingerprint, trace: true}\n")
        #expect(try golden.test("--html", "page").status == 1)
        try golden.folder.write(
            try #require(golden.folder.bytes("page/kkmix-report.txt")) + feeds, to: "page/kkmix-report.txt")
        let run = try CommandRun.shell(
            "ulimit -v 1500000; $KKMIX test; $KKMIX test --html page", in: golden.folder.root)
        #expect(run.outputText.contains("n.trace: line 7 is not 'SECOND HASH UNIT'"), "\(run.outputText)")
        #expect(run.errorText.contains("kkmix-report.txt"), "\(run.outputText) \(run.errorText)")
    }

    @Test func `a pipe where a log should be is not waited for`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write(GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: quiet.wav\n"))
        #expect(try golden.test().status == 1)
        let run = try CommandRun.shell(
            "mkfifo kkmix-results/sound.log && timeout 20 $KKMIX review --list", in: golden.folder.root)
        #expect(run.status != 124, "\(run.errorText)")
    }

    @Test func `a folder of hidden files alone is no empty store`() throws {
        let golden = try GoldenFolder(GoldenFolder.twoCases.replacing("schema: 1\n", with: "schema: 1\nstore: home\n"))
        try FileManager.default.createDirectory(
            atPath: golden.folder.path("home"), withIntermediateDirectories: true)
        try golden.folder.write([1], to: "home/.profile")
        _ = try golden.test("--update", "missing")
        let run = try CommandRun(["goldens", "push"], in: golden.folder.root)
        #expect(run.status == 73 && run.errorText.contains("this is not a store"), "\(run.errorText)")
    }

    @Test(.timeLimit(.minutes(1))) func `a long word took time by its square`() throws {
        let bands = Array(repeating: "peak:1k:-3dB:1oct", count: 100_000).joined(separator: "+")
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: a, mix: 'noise.wav --eq \(bands)', golden: none, assert: [channels 2]}\n")
        #expect(try golden.test("--list").status == 0)
    }
}
