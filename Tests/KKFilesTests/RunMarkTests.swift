import KKTestSupport
import Testing

@testable import KKFiles

/// What runs that were killed leave, and who may take it away.
@Suite struct RunMarkTests {
    let folder: KKTestSupport.ScratchFolder

    init() throws {
        folder = try KKTestSupport.ScratchFolder()
    }

    private func leavings(of run: String) throws -> String {
        let name = ".kkmix-\(run)-1.kkmix-part"
        try folder.write([1], to: name)
        return name
    }

    @Test func `the files of a dead run go, and those of one that lives and of others stay`() throws {
        let state = folder.path("state")
        let living = try RunMark(in: state)
        let (dead, foreign) = ("0123456789abcdef", "0000000000000001")
        try folder.write(Array(RunMark.machine.joined(separator: "\n").utf8), to: "state/run-\(dead)")
        try folder.write(Array("another machine\nanother life".utf8), to: "state/run-\(foreign)")
        let gone = try leavings(of: dead)
        let kept = try [living.name, "4711", "fedcba9876543210", foreign].map { try leavings(of: $0) } + ["a.wav", ".kkmix-\(dead)-mine"]
        for name in kept.suffix(2) { try folder.write([1], to: name) }
        #expect(RunMark.removeLeftovers(in: state, and: [folder.root]) == 1)
        #expect(folder.contents == (kept + ["state"]).sorted() && !folder.contents.contains(gone))
        #expect(try FileSystem.names(in: state) == ["run-\(foreign)", "run-\(living.name)"].sorted())
        living.remove()
        try FileSystem.remove(folder.path("state/run-\(foreign)"))
        living.remove()
        #expect(!FileSystem.exists(state))
    }

    @Test func `unfinished files have the name of their run`() throws {
        let files = TemporaryFiles(run: "abc")
        let file = try OutputFile(path: folder.path("x"), force: false, temporaryFiles: files.part())
        #expect(folder.contents == [".kkmix-abc-1.kkmix-part"])
        try file.commit()
        #expect(folder.contents == ["x"])
    }

    @Test func `a file with the same bytes is left alone, and one with others replaced`() throws {
        let path = folder.path("x")
        var finished = FinishedFile(path: path, force: true)
        finished.keepsUnchanged = true
        try finished.write([1, 2])
        let before = FileSystem.stamp(of: path)
        try finished.write([1, 2])
        #expect(before != nil && FileSystem.stamp(of: path) == before)
        try finished.write([1, 3])
        #expect(FileSystem.stamp(of: path) != before && folder.bytes("x") == [1, 3] && folder.contents == ["x"])
    }

    @Test func `what seals an output can hold it back`() throws {
        let source = folder.path("a")
        try folder.write([1, 2, 3], to: "a")
        struct Refusal: Error {}
        #expect(throws: Refusal.self) { try SmallFile.copy(source, to: folder.path("b"), options: WriterOptions()) { _ in throw Refusal() } }
        #expect(folder.contents == ["a"])
        try SmallFile.copy(source, to: folder.path("b"), options: WriterOptions()) { unfinished in
            #expect(!FileSystem.exists(folder.path("b")) && (try? SmallFile.read(unfinished, limit: 9)) == [1, 2, 3])
        }
        #expect(folder.bytes("b") == [1, 2, 3])
    }

    @Test func `a place is the same for all names of a file that is not there yet`() throws {
        _ = try CommandRun.shell("mkdir real; ln -s real link; ln -s new/x dangling", in: folder.root)
        let place = { FileSystem.futurePlace(of: folder.path($0)) }
        #expect(place("real/x") == place("link/./x") && place("real/new/x") == place("link/new/y/../x") && place("dangling") == place("new//x"))
        #expect(Set([place("x"), place("real/x"), place("new/x"), place("real/new/x")]).count == 4 && place("x") != nil)
    }
}
