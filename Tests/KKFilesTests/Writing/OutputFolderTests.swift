@testable import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// Folders that outputs bring with them, and the files of one job among several.
@Suite struct OutputFolderTests {
    let folder: KKTestSupport.ScratchFolder

    init() throws {
        folder = try KKTestSupport.ScratchFolder()
    }

    private func writer(_ name: String, _ files: TemporaryFiles, makesFolder: Bool = true) throws -> AudioFileWriter {
        var options = WriterOptions(temporaryFiles: files)
        options.makesFolder = makesFolder
        return try AudioFileWriter(
            path: folder.path(name), format: OutputFormat(container: .wav, encoding: .s16), layout: .mono,
            sampleRate: 8_000, options: options)
    }

    @Test func `a folder is made with those above it, for whoever asks`() throws {
        #expect(throws: AudioFileError.self) { try writer("x/y/a.wav", TemporaryFiles(), makesFolder: false) }
        try AudioFileWriter.check(path: FilePath(folder.path("x/y/a.wav")), force: false, makesFolder: true)
        #expect(folder.contents == [], "to check makes nothing")
        let files = TemporaryFiles()
        try writer("x/y/a.wav", files).finalize()
        files.removeEmptyFolders()
        #expect(folder.bytes("x/y/a.wav") != nil)
    }

    @Test func `a folder that got nothing goes away, and one that was there stays`() throws {
        let files = TemporaryFiles()
        try writer("x/y/a.wav", files.part()).finalize()
        let left = try writer("x/z/b.wav", files.part())
        files.removeAll()
        #expect(folder.contents == ["x"] && !FilePath(folder.path("x/z")).exists)
        #expect(throws: AudioFileError.self) { try left.finalize() }
        #expect(throws: AudioFileError.self) { try writer("w/c.wav", files.part()) }
        #expect(!FilePath(folder.path("w")).exists)
    }

    @Test func `a file is no place for a folder`() throws {
        try folder.write([1], to: "file")
        for name in ["file/a.wav", "file/x/a.wav"] {
            #expect(throws: AudioFileError.self) {
                try AudioFileWriter.check(path: FilePath(folder.path(name)), force: false, makesFolder: true)
            }
            #expect(throws: AudioFileError.self) { try writer(name, TemporaryFiles()) }
        }
        #expect(folder.bytes("file") == [1])
    }

    @Test func `a part that is closed closes no other`() throws {
        let files = TemporaryFiles()
        let (first, second) = (files.part(), files.part())
        let (lost, kept) = (try writer("a.wav", first), try writer("b.wav", second))
        first.removeAll()
        #expect(throws: AudioFileError.self) { try lost.finalize() }
        try kept.finalize()
        #expect(folder.contents == ["b.wav"])
    }

    @Test func `a file is the same by all its names`() throws {
        try folder.write([1], to: "a")
        try folder.write([1], to: "b")
        let (a, b) = (
            FilePath(folder.path("a")).identity(standard: 0),
            FilePath(folder.path("./b")).identity(standard: 0)
        )
        #expect(a != nil && a != b && a == FilePath(folder.path("./a")).identity(standard: 0))
        #expect(
            FilePath(folder.root).identity(standard: 0) == nil
                && FilePath("/dev/null").identity(standard: 0) == nil)
        #expect(
            FilePath(folder.root).isFolder && !FilePath(folder.path("a")).isFolder
                && !FilePath(folder.path("none")).isFolder)
    }
}
