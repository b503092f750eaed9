import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// What becomes of the output's name.
@Suite struct OutputFileTests {
    private let folder: ScratchFolder
    /// More than the output's buffer holds.
    private static let noise = [SeededNumbers.noise(300_000, seed: 1)]
    private var sound: [[Float]] { Self.noise }

    init() throws {
        folder = try ScratchFolder()
    }

    private func start(
        _ path: String, force: Bool = false, files: TemporaryFiles = TemporaryFiles()
    ) throws -> AudioFileWriter {
        try AudioFileWriter(
            path: path, format: OutputFormat(container: .wav, encoding: .s16), layout: .mono, sampleRate: 48_000,
            options: WriterOptions(force: force, temporaryFiles: files))
    }

    @Test func `nothing has the final name before finalize, and nothing else remains after it`() throws {
        let writer = try start(folder.file("a.wav"))
        try feed(writer, sound)
        #expect(folder.names.count == 1)
        #expect(folder.names.first?.hasPrefix(".kkmix-") == true)
        try writer.finalize()
        #expect(folder.names == ["a.wav"])
        try writer.finalize()
        #expect(contents(folder.file("a.wav")).count == 600_080)
        #expect(writer.framesWritten == 300_000)
    }

    @Test func `a writer that is dropped leaves nothing`() throws {
        do {
            let writer = try start(folder.file("a.wav"))
            try feed(writer, sound)
        }
        #expect(folder.names.isEmpty)
    }

    @Test func `a value that is no number stops the writer, says where, and leaves nothing`() throws {
        let writer = try start(folder.file("a.wav"))
        var bad = sound
        bad[0][4321] = .infinity
        let error = audioFileError { try feed(writer, bad) }
        #expect(error?.kind == .badData)
        #expect(error?.position == .channel(0, frame: 4321))
        #expect(folder.names.isEmpty)
        #expect(audioFileError { try writer.finalize() } == error)
        #expect(folder.names.isEmpty)
    }

    @Test func `an existing file is refused without force and replaced with it, with its permissions`() throws {
        let path = folder.file("a.wav")
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        _ = unsafe chmod(path, 0o640)
        let error = audioFileError { _ = try start(path) }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.nextStep?.contains("-f") == true)
        #expect(contents(path) == Array("old".utf8))
        let writer = try start(path, force: true)
        #expect(contents(path) == Array("old".utf8))
        try writer.finalize()
        #expect(contents(path).count == 80)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
        #expect(folder.names == ["a.wav"])
    }

    /// Only the superuser gives files away.
    @Test(.enabled(if: geteuid() == 0)) func `a replaced file was another's afterwards`() throws {
        let path = folder.file("a.wav")
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        #expect(unsafe chown(path, 1234, 2345) == 0 && chmod(path, 0o660) == 0)
        try start(path, force: true).finalize()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.ownerAccountID] as? Int == 1234 && attributes[.groupOwnerAccountID] as? Int == 2345)
        #expect(attributes[.posixPermissions] as? Int == 0o660)
    }

    @Test func `an output that appears meanwhile is not overwritten`() throws {
        let path = folder.file("a.wav")
        let writer = try start(path)
        try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
        #expect(audioFileError { try writer.finalize() }?.kind == .cannotCreate)
        #expect(contents(path) == Array("theirs".utf8))
        #expect(folder.names == ["a.wav"])
    }

    @Test func `a link is followed, also to a file that does not exist yet`() throws {
        try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.wav"), withDestinationPath: "real/b.wav")
        try start(folder.file("link.wav")).finalize()
        #expect(contents(folder.file("real/b.wav")).count == 80)
        #expect(audioFileError { _ = try start(folder.file("link.wav")) }?.kind == .cannotCreate)
        try start(folder.file("link.wav"), force: true).finalize()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.wav")) == "real/b.wav")
        try FileManager.default.createSymbolicLink(atPath: folder.file("loop.wav"), withDestinationPath: "loop.wav")
        #expect(audioFileError { _ = try start(folder.file("loop.wav")) }?.kind == .cannotCreate)
    }

    @Test func `places where no file can be are refused at once`() throws {
        try Data().write(to: URL(fileURLWithPath: folder.file("plain")))
        let long = folder.file(String(repeating: "n", count: 300))
        let folders = [folder.path, folder.file("x/"), folder.file("."), folder.file("none/.."), ".", "/"]
        for path in [folder.file("none/a.wav"), folder.file("plain/a.wav"), "", long] + folders {
            #expect(audioFileError { _ = try start(path) }?.kind == .cannotCreate, "\(path)")
            #expect(
                audioFileError { try AudioFileWriter.check(path: FilePath(path), force: true) }?.kind == .cannotCreate,
                "\(path)")
        }
        let error = audioFileError { _ = try start(folder.file("none/a.wav")) }
        #expect(error?.problem.contains(folder.file("none")) == true)
        for path in folders {
            #expect(audioFileError { _ = try start(path) }?.problem == "the output is a folder", "\(path)")
        }
        #expect(folder.names == ["plain"])
    }

    @Test func `an output that is an input is refused even with force, by any of its names`() throws {
        let input = folder.file("in.wav")
        try start(input).finalize()
        try FileManager.default.createSymbolicLink(atPath: folder.file("soft.wav"), withDestinationPath: "in.wav")
        try FileManager.default.linkItem(atPath: input, toPath: folder.file("hard.wav"))
        for path in [input, folder.file("soft.wav"), folder.file("hard.wav"), folder.file("./in.wav")] {
            let error = audioFileError {
                try AudioFileWriter.check(path: FilePath(path), force: true, inputs: ["-", FilePath(input)])
            }
            #expect(error?.problem.contains("also an input") == true)
            #expect(error?.kind == .cannotCreate)
        }
        try AudioFileWriter.check(path: FilePath(folder.file("new.wav")), force: false, inputs: [FilePath(input)])
        try AudioFileWriter.check(path: "-", force: false, inputs: ["-", "/dev/null"])
        try AudioFileWriter.check(path: "/dev/null", force: false, inputs: ["/dev/null"])
    }

    @Test func `after removeAll nothing can be made and nothing gets its name`() throws {
        let files = TemporaryFiles()
        let open = try start(folder.file("a.wav"), files: files)
        try feed(open, sound)
        files.removeAll()
        #expect(folder.names.isEmpty)
        #expect(audioFileError { try open.finalize() }?.kind == .io)
        #expect(audioFileError { _ = try start(folder.file("b.wav"), files: files) }?.kind == .io)
        #expect(folder.names.isEmpty)
    }

    @Test(.enabled(if: hasFullDevice)) func `a full disk is an I-O error in the system's words`() throws {
        let writer = try start("/dev/full")
        let error = audioFileError {
            try feed(writer, sound)
            try writer.finalize()
        }
        #expect(error?.kind == .io)
        #expect(error?.cause == "write: No space left on device")
        for (container, encoding) in [
            (OutputContainer.flac, KKFiles.Encoding.s16), (.ogg, .vorbis), (.opus, .opus), (.mp3, .mp3),
        ] {
            let error = audioFileError { try written("/dev/full", container, encoding, sound) }
            #expect(error?.kind == .io, "\(container)")
            #expect(error?.cause == "write: No space left on device")
        }
        #expect(FileManager.default.fileExists(atPath: "/dev/full"))
    }

    @Test func `a device needs no force and stays a device`() throws {
        try written("/dev/null", .wav, .s16, sound)
        try written("/dev/null", .mp3, .mp3, sound)
        var status = stat()
        _ = unsafe stat("/dev/null", &status)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
        let error = audioFileError { try written("/dev/null", .aiff, .s16, sound) }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.nextStep?.contains("WAV") == true)
    }

    @Test func `a FIFO gets the whole stream, and a closed one is an I-O error`() async throws {
        let path = folder.file("pipe.wav")
        let made = unsafe mkfifo(path, 0o600)
        #expect(made == 0)
        _ = signal(SIGPIPE, SIG_IGN)
        let reader = Task.detached {
            FileHandle(forReadingAtPath: path).map { [UInt8]($0.readDataToEndOfFile()) } ?? []
        }
        try written(path, .wav, .s16, sound)
        let bytes = await reader.value
        #expect(bytes.count == 44 + 600_000)
        #expect(folder.names == ["pipe.wav"])

        let closing = Task.detached { unsafe close(open(path, O_RDONLY)) }
        let error = audioFileError { try written(path, .wav, .s16, [[Float](repeating: 0.25, count: 600_000)]) }
        _ = await closing.value
        #expect(error?.kind == .io)
        #expect(error?.cause == "write: Broken pipe")
        #expect(folder.names == ["pipe.wav"])
    }

    @Test func `a container that is full says so before anything is lost`() throws {
        struct Tiny: PCMHeader {
            let dataFormat = StreamDescription.linearPCM(
                sampleRate: 48_000, channels: 1, bits: 16, flags: .isSignedInteger)
            var maximumByteCount: Int64 { 4 }
            func bytes(byteCount: Int64?) -> [UInt8] { [1, 2, 3, 4] }
        }
        let file = try OutputFile(path: FilePath(folder.file("a")), force: false, temporaryFiles: TemporaryFiles())
        let encoder = try PCMEncoder(file: file, header: Tiny(), dither: .none, seed: 0)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 2)
        buffer.frameLength = 2
        try encoder.write(buffer)
        let error = audioFileError { try encoder.write(buffer) }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.position == .frame(2))
        let stored = StreamDescription.linearPCM(
            sampleRate: 48_000, channels: 2, bits: 24, flags: [.isSignedInteger, .isBigEndian])
        let limit = AIFFHeader(dataFormat: stored, layout: .stereo, isAIFC: false).maximumByteCount
        #expect(limit < 0xFFFF_FFFF && limit > 0xFFFF_FF00)
    }
}
