import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

@Suite struct CAFRewriteTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func rewritten(_ bytes: Bytes, _ change: (inout CAFRewrite) throws -> Void) throws -> [UInt8] {
        try bytes.asFile { path in
            var rewrite = CAFRewrite(try CAFFile(path: path))
            try change(&rewrite)
            try rewrite.write(to: folder.file("out.caf"), options: WriterOptions(force: true))
            return contents(folder.file("out.caf"))
        }
    }

    @Test func `an unchanged file comes out with the same bytes, unknown chunks and odd ones too`() throws {
        let pakt = CAF.chunk("pakt", .be(1 as Int64, 4096) + .be(0 as Int32, 0) + .raw([0x80, 3, 0, 0, 0]))
        let files = [
            CAF.file(
                CAF.description("alac", packetBytes: 0, packetFrames: 4096, bits: 0),
                CAF.chunk("wxyz", .zeros(300_001)), pakt, CAF.data(.zeros(3)),
                CAF.chunk("free", .text("junk")), CAF.chunk("inst", .zeros(3)), CAF.chunk("uuid", .zeros(16)),
                CAF.chunk("uuid", .zeros(16))),
            CAF.file(CAF.description(), CAF.chunk("data", .be(7 as UInt32) + AIFF.samples(100_000), size: -1)),
            .text("caff") + .be(1 as UInt16, 0xABCD) + CAF.description() + CAF.data(Bytes()),
            CAF.file(CAF.description(), CAF.data(AIFF.samples(50)), CAF.chunk("odd ", .zeros(3)), .zeros(1)),
        ]
        for file in files { #expect(try rewritten(file) { _ in } == file.all) }
    }

    @Test(.enabled(if: CommandRun.hasFFmpeg))
    func `files by ffmpeg, sox and libsndfile, and the project's fixtures, come out with the same bytes`() throws {
        let made = try CommandRun.shell(
            """
            set -e
            for codec in pcm_s16le pcm_f32be alac libopus libmp3lame adpcm_ima_qt ac3 pcm_mulaw; do
                ffmpeg -v error -i "$FIXTURES/music.wav" -metadata title=Hi -c:a $codec ff-$codec.caf
            done
            sox "$FIXTURES/music.wav" sox-s16.caf; sox "$FIXTURES/music.wav" -e float -b 32 sox-f32.caf
            ffmpeg -v error -i "$FIXTURES/music.wav" -f caf pipe:1 | cat > pipe.caf
            cp "$FIXTURES"/*.caf .
            """, in: folder.path)
        try #require(made.status == 0, "\(made.errorText)")
        let names = folder.names.filter { $0.hasSuffix(".caf") }
        #expect(names.count == 51)
        for name in names {
            try CAFRewrite(CAFFile(path: folder.file(name))).write(
                to: folder.file("copy"), options: WriterOptions(force: true))
            #expect(contents(folder.file("copy")) == contents(folder.file(name)), "\(name)")
        }
    }

    @Test func `a file may be written over itself`() throws {
        let bytes = CAF.file(CAF.description(), CAF.data(AIFF.samples(50)))
        try bytes.asFile { path in
            var rewrite = CAFRewrite(try CAFFile(path: path))
            try rewrite.set(CAFInformation(entries: [.init(key: "title", value: "T")]))
            try rewrite.write(to: path, options: WriterOptions(force: true))
            let info = CAF.chunk("info", .be(1 as UInt32) + .text("title\0T\0"))
            #expect(contents(path) == CAF.file(CAF.description(), info, CAF.data(AIFF.samples(50))).all)
        }
    }

    @Test func `chunks are set in their place, added in front of the audio, and taken out`() throws {
        let audio = CAF.chunk("data", .be(0 as UInt32) + AIFF.samples(5), size: -1)
        let file = CAF.file(CAF.description(), CAF.chunk("midi", .text("old")), CAF.chunk("uuid", .zeros(16)), audio)
        let bytes = try rewritten(file) { rewrite in
            try rewrite.set(CAFMIDI(bytes: Bytes.text("newer").all))
            try rewrite.add(StoredChunk(CAFUserData(uuid: [UInt8](repeating: 1, count: 16), content: [])))
            try rewrite.set(
                CAFDescription(
                    sampleRate: 48_000, formatID: .linearPCM, bytesPerPacket: 4, framesPerPacket: 1,
                    channelsPerFrame: 2, bitsPerChannel: 16))
            #expect(rewrite.types == ["desc", "midi", "uuid", "uuid", "data"])
        }
        let second = CAF.chunk("uuid", .raw([UInt8](repeating: 1, count: 16)))
        let expected = CAF.file(
            CAF.description(rate: 48_000), CAF.chunk("midi", .text("newer")), CAF.chunk("uuid", .zeros(16)), second,
            audio)
        #expect(bytes == expected.all)
        #expect(
            try rewritten(file) { try $0.remove("uuid") }
                == CAF.file(CAF.description(), CAF.chunk("midi", .text("old")), audio).all)
    }

    @Test func `the audio and its description stand once in a file, whatever is asked for`() throws {
        try CAF.file(CAF.description(), CAF.data(AIFF.samples(5))).asFile { path in
            let file = try CAFFile(path: path)
            var rewrite = CAFRewrite(file)
            for type in ["data", "desc"] as [FourCharCode] {
                let chunk = StoredChunk(id: type, bytes: [1, 2])
                #expect(audioFileError { try rewrite.remove(type) }?.code == .parameter)
                #expect(audioFileError { try rewrite.add(chunk) }?.code == .parameter)
                if type == "data" { #expect(audioFileError { try rewrite.set(chunk) }?.code == .parameter) }
            }
            try rewrite.set(file.description)
            #expect(rewrite.types == ["desc", "data"])
        }
    }

    @Test func `other audio has one edit more, and the old overview and peaks are gone`() throws {
        let peaks = CAF.chunk("peak", CAFPeaks(editCount: 7, peaks: [.init(value: 1, frame: 0)]).asBytes)
        let overview = CAF.chunk("ovvw", CAFOverview(editCount: 7, framesPerPoint: 1, points: []).asBytes)
        let file = CAF.file(
            CAF.description(), peaks, overview, CAF.chunk("data", .be(7 as UInt32) + AIFF.samples(5), size: -1))
        let bytes = try rewritten(file) { $0.replaceAudio([1, 2, 3, 4]) }
        #expect(bytes == CAF.file(CAF.description(), CAF.chunk("data", .be(8 as UInt32) + .raw([1, 2, 3, 4]))).all)
    }

    @Test func `an optimized file has everything in front of its audio and no free space`() throws {
        let strings = CAF.chunk("strg", .be(0 as UInt32))
        let file = CAF.file(
            CAF.description(), CAF.chunk("free", .zeros(100)), CAF.chunk("chan", .zeros(12)), CAF.data(AIFF.samples(9)),
            strings,
            CAF.chunk("wxyz", .zeros(1)), CAF.chunk("free", Bytes()))
        let expected = CAF.file(
            CAF.description(), CAF.chunk("chan", .zeros(12)), strings, CAF.chunk("wxyz", .zeros(1)),
            CAF.data(AIFF.samples(9)))
        #expect(try rewritten(file) { $0.optimize() } == expected.all)
        #expect(try rewritten(expected) { $0.optimize() } == expected.all)
    }

    @Test func `a failed rewrite leaves nothing`() throws {
        try CAF.file(CAF.description(), CAF.data(AIFF.samples(50))).asFile { path in
            let rewrite = CAFRewrite(try CAFFile(path: path))
            #expect(audioFileError { try rewrite.write(to: path) }?.kind == .cannotCreate)
            #expect(audioFileError { try rewrite.write(to: folder.file("none/out.caf")) }?.kind == .cannotCreate)
        }
        #expect(folder.names == [])
    }
}

extension CAFContent {
    fileprivate var asBytes: Bytes { .raw(bytes) }
}
