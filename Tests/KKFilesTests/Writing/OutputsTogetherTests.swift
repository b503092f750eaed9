import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Several outputs that get their names in one step.
@Suite struct OutputsTogetherTests {
    let folder: KKTestSupport.ScratchFolder
    let files = TemporaryFiles()

    init() throws {
        folder = try KKTestSupport.ScratchFolder()
    }

    private func writer(_ name: String, force: Bool = false) throws -> AudioFileWriter {
        let writer = try AudioFileWriter(
            path: folder.path(name), format: OutputFormat(container: .wav, encoding: .f32), layout: .mono,
            sampleRate: 8000,
            options: WriterOptions(force: force, temporaryFiles: files))
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 1)
        buffer.frameLength = 1
        try writer.write(buffer)
        return writer
    }

    @Test func `all get their names, and a file of finished bytes with them`() throws {
        let writers = try ["a.wav", "b.wav"].map { try writer($0) }
        #expect(folder.contents.allSatisfy { $0.hasSuffix(".kkmix-part") })
        try AudioFileWriter.finalize(
            writers, with: [(FinishedFile(path: FilePath(folder.path("c.txt"))), [65])], temporaryFiles: files)
        #expect(folder.contents == ["a.wav", "b.wav", "c.txt"] && folder.bytes("c.txt") == [65])
        try AudioFileWriter.finalize(writers, temporaryFiles: files)
    }

    @Test func `when one name is taken meanwhile none appears`() throws {
        let writers = try ["a.wav", "b.wav", "c.wav"].map { try writer($0) }
        try folder.write([1], to: "b.wav")
        let error = #expect(throws: AudioFileError.self) {
            try AudioFileWriter.finalize(writers, temporaryFiles: files)
        }
        #expect(error?.kind == .cannotCreate && error?.path == folder.path("b.wav"))
        #expect(folder.contents == ["b.wav"] && folder.bytes("b.wav") == [1])
    }

    @Test func `files that would be replaced are there again when one of the names fails`() throws {
        try folder.write([7], to: "a.wav")
        let writers = try [writer("a.wav", force: true), writer("new.wav", force: true), writer("c.wav")]
        try folder.write([1], to: "c.wav")
        #expect(throws: AudioFileError.self) { try AudioFileWriter.finalize(writers, temporaryFiles: files) }
        #expect(folder.contents == ["a.wav", "c.wav"] && folder.bytes("a.wav") == [7] && folder.bytes("c.wav") == [1])
    }

    @Test func `files are replaced together, and nothing else is left`() throws {
        try folder.write([7], to: "a.wav")
        try AudioFileWriter.finalize(
            [writer("a.wav", force: true), writer("b.wav", force: true)], temporaryFiles: files)
        #expect(folder.contents == ["a.wav", "b.wav"] && folder.bytes("a.wav") == folder.bytes("b.wav"))
    }

    @Test func `a run that was stopped gives no names`() throws {
        let writers = try ["a.wav", "b.wav"].map { try writer($0) }
        files.removeAll()
        #expect(throws: AudioFileError.self) { try AudioFileWriter.finalize(writers, temporaryFiles: files) }
        #expect(folder.contents.isEmpty)
    }
}
