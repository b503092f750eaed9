import Foundation
import KKPCM
import Testing

@testable import KKFiles

/// Bytes that are written as a whole.
@Suite struct FinishedFileTests {
    private let folder: ScratchFolder
    /// More than an output's buffer holds.
    private static let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }

    init() throws {
        folder = try ScratchFolder()
    }

    @Test func `the file has the bytes, whatever their number, and nothing else is left`() throws {
        for count in [0, 1, 1000, 1 << 19, 700_000] {
            let path = folder.file("\(count)")
            try FinishedFile(path: FilePath(path)).write(Array(Self.bytes[..<count]))
            #expect(contents(path) == Array(Self.bytes[..<count]))
        }
        #expect(folder.names.count == 5)
        try FinishedFile(path: FilePath(folder.file("text"))).write("ä\n")
        #expect(contents(folder.file("text")) == [0xC3, 0xA4, 0x0A])
    }

    @Test func `an existing file is refused without force and replaced with it, with its permissions`() throws {
        let path = folder.file("a.png")
        try FinishedFile(path: FilePath(path)).write([1])
        _ = unsafe chmod(path, 0o640)
        #expect(audioFileError { try FinishedFile(path: FilePath(path)).write([2]) }?.kind == .cannotCreate)
        #expect(audioFileError { try FinishedFile(path: FilePath(path)).check() }?.kind == .cannotCreate)
        #expect(contents(path) == [1])
        try FinishedFile(path: FilePath(path), force: true).check()
        try FinishedFile(path: FilePath(path), force: true).write([2])
        #expect(contents(path) == [2])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
        #expect(folder.names == ["a.png"])
    }

    @Test func `a missing folder is refused, or made where that was asked for`() throws {
        let path = folder.file("new/er/a.json")
        #expect(audioFileError { try FinishedFile(path: FilePath(path)).write([1]) }?.kind == .cannotCreate)
        #expect(folder.names.isEmpty)
        try FinishedFile(path: FilePath(path), makesFolder: true).write([1])
        #expect(contents(path) == [1])
    }

    @Test func `an input is not written over, even with force`() throws {
        let path = folder.file("a.wav")
        try FinishedFile(path: FilePath(path)).write([1])
        #expect(
            audioFileError { try FinishedFile(path: FilePath(path), force: true).check(inputs: [FilePath(path)]) }?
                .problem
                == "the output is also an input")
    }

    @Test(.enabled(if: hasFullDevice)) func `a full disk is an I-O error, and a device is written in place`() throws {
        for count in [10, 700_000] {
            let error = audioFileError { try FinishedFile(path: "/dev/full").write(Array(Self.bytes[..<count])) }
            #expect(error?.kind == .io)
            #expect(error?.cause == "write: No space left on device")
        }
        try FinishedFile(path: "/dev/null").write(Self.bytes)
        var status = stat()
        _ = unsafe stat("/dev/null", &status)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func `a run that was stopped makes no file`() throws {
        let files = TemporaryFiles()
        files.removeAll()
        #expect(
            audioFileError { try FinishedFile(path: FilePath(folder.file("a"))).write([1], temporaryFiles: files) }?
                .kind == .io)
        #expect(folder.names.isEmpty)
    }
}
