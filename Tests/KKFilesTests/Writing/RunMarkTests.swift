import Glibc
import KKTestSupport
import Synchronization
import Testing

@testable import KKFiles

/// What runs that were killed leave, and who may take it away.
@Suite struct RunMarkTests {
    let folder: KKTestSupport.ScratchFolder

    init() throws {
        folder = try KKTestSupport.ScratchFolder()
    }

    private func place(_ name: String) -> FilePath { FilePath(folder.path(name)) }

    private func leavings(of run: String) throws -> String {
        let name = ".kkmix-\(run)-1.kkmix-part"
        try folder.write([1], to: name)
        return name
    }

    @Test func `the files of a dead run go, and those of one that lives and of others stay`() throws {
        let state = place("state")
        let living = try RunMark(in: state)
        let (dead, foreign) = ("0123456789abcdef", "0000000000000001")
        try folder.write(Array(RunMark.machine.joined(separator: "\n").utf8), to: "state/run-\(dead)")
        try folder.write(Array("another machine\nanother life".utf8), to: "state/run-\(foreign)")
        let gone = try leavings(of: dead)
        let kept =
            try [living.name, "4711", "fedcba9876543210", foreign].map { try leavings(of: $0) } + [
                "a.wav", ".kkmix-\(dead)-mine",
            ]
        for name in kept.suffix(2) { try folder.write([1], to: name) }
        #expect(RunMark.removeLeftovers(in: state, and: [FilePath(folder.root)]) == 1)
        #expect(folder.contents == (kept + ["state"]).sorted() && !folder.contents.contains(gone))
        #expect(try state.names() == ["run-\(foreign)", "run-\(living.name)"].sorted())
        living.remove()
        try place("state/run-\(foreign)").removeFile()
        living.remove()
        #expect(!state.exists)
    }

    @Test func `a run that ended without a word leaves a mark by which its files are known`() throws {
        let state = place("state")
        var mark: RunMark? = try RunMark(in: state)
        let gone = try leavings(of: #require(mark).name)
        #expect(
            RunMark.removeLeftovers(in: state, and: [FilePath(folder.root)]) == 0 && folder.contents == [gone, "state"])
        // The system does as much for a process that is killed.
        mark = nil
        #expect(try state.names().count == 1)
        #expect(RunMark.removeLeftovers(in: state, and: [FilePath(folder.root)]) == 1 && folder.contents == ["state"])
        #expect(state.allNames?.sorted() == [".", ".."])
    }

    @Test func `a mark says where else its run writes, and what is left there goes with it`() throws {
        let state = place("state")
        _ = try CommandRun.shell("mkdir -p page/files real; ln -s ../real/r page/link", in: folder.root)
        var mark: RunMark? = try RunMark(
            in: state, writing: ["page/index.html", "page/files", "page/link", "new/report"].map { place($0) })
        let name = ".kkmix-\(try #require(mark).name)-1.kkmix-part"
        for place in ["page", "page/files", "real"] { try folder.write([1], to: "\(place)/\(name)") }
        _ = try CommandRun.shell("mkdir new; touch new/\(name) \(name)", in: folder.root)
        #expect(RunMark.removeLeftovers(in: state, and: []) == 0)
        mark = nil
        #expect(RunMark.removeLeftovers(in: state, and: []) == 4 && state.allNames?.count == 2)
        #expect(folder.contents == [name, "new", "page", "real", "state"])
    }

    @Test func `a mark stays as long as a folder of its run cannot be looked into`() throws {
        let state = place("state")
        var mark: RunMark? = try RunMark(in: state)
        let name = ".kkmix-\(try #require(mark).name)-1.kkmix-part"
        // A link to itself leads nowhere, whoever follows it.
        _ = try CommandRun.shell("ln -s out out", in: folder.root)
        mark = nil
        #expect(
            RunMark.removeLeftovers(in: state, and: ["out", "none"].map(place)) == 0
                && state.allNames?.count == 3)
        // A part is a file, or the folder of a page.
        _ = try CommandRun.shell(
            "rm out; mkdir -p out/\(name)/files; touch out/\(name)/files/a \(name)", in: folder.root)
        #expect(
            RunMark.removeLeftovers(in: state, and: ["out", ".", "none"].map(place)) == 2
                && state.allNames?.count == 2)
        #expect(folder.contents == ["out", "state"])
    }

    @Test func `a run's report of its end has the run's name, when nothing else of it can be made any more`() throws {
        let files = TemporaryFiles(run: "abc")
        files.removeAll()
        #expect(throws: AudioFileError.self) {
            try FinishedFile(path: place("x")).write([1], temporaryFiles: files)
        }
        let file = try OutputFile(path: place("x"), force: false, temporaryFiles: files.successor())
        #expect(folder.contents == [".kkmix-abc-1.kkmix-part"])
        try file.commit()
    }

    @Test func `keeping a file does not keep its twin`() throws {
        let files = TemporaryFiles()
        for name in ["caf\u{E9}", "cafe\u{301}"] { try folder.write([1], to: name) }
        files.draft(["caf\u{E9}", "cafe\u{301}"].map { place($0) })
        files.keep([place("cafe\u{301}")])
        files.removeAll()
        #expect(folder.contents.map { Array($0.utf8) } == [Array("cafe\u{301}".utf8)])
    }

    @Test func `a mark that is not complete goes when its run has died, and stays when another one has its lock`()
        throws
    {
        let state = place("state")
        let living = try RunMark(in: state)
        for name in [".run-0123456789abcdef", ".run-fedcba9876543210", ".run-mine", "run-short"] {
            try folder.write([], to: "state/\(name)")
        }
        _ = try CommandRun.shell(
            "mkfifo state/run-0123456789abcde0 state/.run-0123456789abcde0; ln -s ../x state/.run-0123456789abcde1",
            in: folder.root)
        try folder.write([1], to: "x")
        let lock = unsafe open(folder.path("state/.run-fedcba9876543210"), O_RDWR)
        #expect(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(RunMark.removeLeftovers(in: state, and: [FilePath(folder.root)]) == 0)
        let strange = [
            ".run-mine", "run-short", "run-0123456789abcde0", ".run-0123456789abcde0", ".run-0123456789abcde1",
        ]
        let kept = Set([".", "..", "run-\(living.name)"] + strange)
        #expect(Set(state.allNames ?? []) == kept.union([".run-fedcba9876543210"]))
        close(lock)
        #expect(RunMark.removeLeftovers(in: state, and: [FilePath(folder.root)]) == 0)
        #expect(Set(state.allNames ?? []) == kept && folder.contents == ["state", "x"])
    }

    @Test func `runs that begin while others clean up have their marks`() async throws {
        let state = place("state"), root = folder.root
        let cleaning = Cleaning()
        let cleaner = Task.detached {
            while !cleaning.isOver.load(ordering: .relaxed) {
                _ = RunMark.removeLeftovers(in: state, and: [FilePath(root)])
            }
        }
        // It keeps the folder.
        let other = try RunMark(in: state)
        for _ in 0..<400 {
            let mark = try? RunMark(in: state)
            let path: FilePath = mark.map { "\(state)/run-\($0.name)" } ?? ""
            #expect(
                path.isPlainFile && RunMark.removeLeftovers(in: state, and: []) == 0
                    && path.isPlainFile)
            mark?.remove()
        }
        cleaning.isOver.store(true, ordering: .relaxed)
        await cleaner.value
        #expect(state.allNames.map(Set.init) == [".", "..", "run-\(other.name)"])
    }

    @Test func `unfinished files have the name of their run`() throws {
        let files = TemporaryFiles(run: "abc")
        let file = try OutputFile(path: place("x"), force: false, temporaryFiles: files.part())
        #expect(folder.contents == [".kkmix-abc-1.kkmix-part"])
        try file.commit()
        #expect(folder.contents == ["x"])
    }

    @Test func `a file with the same bytes is left alone, and one with others replaced`() throws {
        let path = place("x")
        var finished = FinishedFile(path: path, force: true)
        finished.keepsUnchanged = true
        try finished.write([1, 2])
        let before = path.stamp
        try finished.write([1, 2])
        #expect(before != nil && path.stamp == before)
        try finished.write([1, 3])
        #expect(path.stamp != before && folder.bytes("x") == [1, 3] && folder.contents == ["x"])
    }

    @Test func `what seals an output can hold it back`() throws {
        let source = place("a")
        try folder.write([1, 2, 3], to: "a")
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try SmallFile.copy(source, to: place("b"), options: WriterOptions()) { _ in throw Refusal() }
        }
        #expect(folder.contents == ["a"])
        try SmallFile.copy(source, to: place("b"), options: WriterOptions()) { unfinished in
            #expect(!place("b").exists && (try? SmallFile.read(unfinished, limit: 9)) == [1, 2, 3])
        }
        #expect(folder.bytes("b") == [1, 2, 3])
    }

    @Test func `a path is the same for all names of a file that is not there yet`() throws {
        _ = try CommandRun.shell(
            "mkdir real; ln -s real link; ln -s new/x dangling; ln -s round round", in: folder.root)
        let path = { place($0).futurePath }
        #expect(
            path("real/x") == path("link/./x") && path("real/new/x") == path("link/new/y/../x")
                && path("dangling") == path("new//x"))
        #expect(
            path("real") == path("link") && path("real/x") == path("real").map { "\($0)/x" } && path("round") == nil)
        #expect(FilePath(".").futurePath == FilePath(".").realPath && FilePath(".").futurePath != nil)
    }

    @Test func `what has a name is one of its kind, links followed or not`() throws {
        _ = try CommandRun.shell(
            "mkdir d; echo >f; mkfifo p; for n in d f p; do ln -s $n l$n; done; ln -s none lost", in: folder.root)
        let kinds: [(String, (FilePath) -> Bool, Set<String>)] = [
            ("file", \.isFile, ["f", "lf"]), ("plain file", \.isPlainFile, ["f"]),
            ("folder", \.isFolder, ["d", "ld"]),
            ("plain folder", \.isPlainFolder, ["d"]), ("link", \.isLink, ["ld", "lf", "lp", "lost"]),
            ("special", \.isSpecial, ["p", "lp"]), ("device", \.isDevice, []),
        ]
        for (kind, isKind, names) in kinds {
            #expect(
                Set(["d", "f", "p", "ld", "lf", "lp", "lost", "none"].filter { isKind(place($0)) }) == names,
                "\(kind)")
        }
        #expect(FilePath("/dev/null").isDevice && FilePath("/dev/null").isSpecial)
    }

    @Test func `a file that is too long is refused, and one that is as long as may be read as it is`() throws {
        for count in [0, 1, 1 << 18, 300_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try folder.write(bytes, to: "f")
            #expect(try SmallFile.read(place("f"), limit: count) == bytes)
            if count > 0 {
                #expect(throws: AudioFileError.self) { try SmallFile.read(place("f"), limit: count - 1) }
            }
        }
        // Longer than its length says.
        #expect(try !SmallFile.read("/proc/self/status", limit: 1 << 16).isEmpty)
    }

    @Test func `a place is the same for all names of a file that is not there yet`() throws {
        _ = try CommandRun.shell("mkdir real; ln -s real link; ln -s new/x dangling", in: folder.root)
        let found = { place($0).futurePlace }
        #expect(
            found("real/x") == found("link/./x") && found("real/new/x") == found("link/new/y/../x")
                && found("dangling") == found("new//x"))
        #expect(
            Set([found("x"), found("real/x"), found("new/x"), found("real/new/x")]).count == 4 && found("x") != nil)
    }
}

/// Whether somebody who cleans up may rest.
private final class Cleaning: Sendable {
    let isOver = Atomic(false)
}
