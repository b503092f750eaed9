import Glibc
import KKTestSupport
import Testing

/// What a run that was killed has left unfinished, and the next run of its list takes away.
@Suite struct BatchLeavingsTests {
    private static let dead = "0123456789abcdef"

    /// A mark in the state's folder as a run of this machine has it that was killed, and unfinished files of its in
    /// folders.
    private static func leave(in folders: [String], of batch: BatchFolder) throws {
        let script = """
            mkdir -p jobs.csv.state \(folders.joined(separator: " "))
            printf '%s\\n%s' "$(uname -n)" "$(cat /proc/sys/kernel/random/boot_id)" >jobs.csv.state/run-\(dead)
            for f in \(folders.joined(separator: " ")); do echo x >$f/.kkmix-\(dead)-18.kkmix-part; done
            """
        _ = try CommandRun.shell(script, in: batch.folder.root)
    }

    private static func leavings(of batch: BatchFolder) throws -> String {
        try CommandRun.shell("find . -name '.kkmix-*' -o -name 'run-*' | sort", in: batch.folder.root).outputText
    }

    @Test func `what lies beside the report, the depfile, JUnit's file and in the page's folders goes`() throws {
        let batch = try BatchFolder()
        let words = [
            "batch", "jobs.csv", "--report", "r/report.json", "--depfile", "d/deps", "--junit", "j/junit.xml", "--html",
            "pg",
        ]
        #expect(try CommandRun(words, in: batch.folder.root).status == 0)
        try Self.leave(in: ["r", "d", "j", "pg", "pg/files", "out/deep"], of: batch)
        let run = try CommandRun(words + ["--resume"], in: batch.folder.root)
        #expect(
            run.status == 0 && run.errorText.contains("removed 6 unfinished files that a killed run left behind"),
            "\(run.errorText)")
        #expect(try Self.leavings(of: batch) == "")
    }

    @Test(arguments: [
        ["jobs.csv", "--filter", "plain"], ["jobs.csv", "--shard", "1/7"], ["p", "--shard", "1/4"],
        ["p", "--filter", "plain", "--shard", "1/1"],
    ])
    func `a run of a part of the jobs looks in the folders of all`(words: [String]) throws {
        let batch = try BatchFolder()
        #expect(try CommandRun(["batch", "plan", "jobs.csv", "-o", "p", "-q"], in: batch.folder.root).status == 0)
        try Self.leave(in: ["out", "out/deep"], of: batch)
        let run = try CommandRun(["batch"] + words, in: batch.folder.root)
        #expect(
            run.status == 0 && run.errorText.contains("removed 2 unfinished files"), "\(run.status) \(run.errorText)")
        #expect(try Self.leavings(of: batch) == "")
    }

    @Test func `what lies behind an output that is a link goes`() throws {
        let batch = try BatchFolder(BatchFolder.head + "1,a.wav,out/1.wav,\n")
        try Self.leave(in: ["elsewhere"], of: batch)
        _ = try CommandRun.shell("mkdir out; ln -s ../elsewhere/1.wav out/1.wav", in: batch.folder.root)
        #expect(try batch.batch().status == 0 && Self.leavings(of: batch) == "")
    }

    /// A kill at any moment leaves nothing whose run is not known by its name.
    @Test func `the unfinished report and depfile have the name of their run`() throws {
        let batch = try BatchFolder()
        _ = try CommandRun.shell("mkdir r d", in: batch.folder.root)
        let watch = inotify_init1(Int32(O_NONBLOCK))
        defer { close(watch) }
        for name in ["r", "d"] {
            #expect(unsafe inotify_add_watch(watch, batch.folder.path(name), UInt32(IN_CREATE)) > 0)
        }
        #expect(try batch.batch("--report", "r/report.json", "--depfile", "d/deps").status == 0)
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(watch, $0.baseAddress, $0.count) }
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        #expect(
            text.matches(of: /\.kkmix-[0-9a-f]{16}-[0-9]+\.kkmix-part/).count == 2
                && text.matches(of: /\.kkmix-[0-9a-f]+-/).count == 2, "\(text)")
    }
}
