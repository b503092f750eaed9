import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// CAF between this project and other programs: ffmpeg, and libsndfile through its own functions.
@Suite(.enabled(if: CommandRun.hasFFmpeg, "ffmpeg is not installed: no files were exchanged")) struct CAFExchangeTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func shell(_ command: String) throws -> String {
        let run = try CommandRun.shell("set -e -o pipefail\n" + command, in: folder.path)
        try #require(run.status == 0, "\(run.errorText)")
        return run.outputText
    }

    @Test func `two tracks' markers, strings and a 5.1 layout are read back by libsndfile and ffmpeg`() throws {
        var notes = AudioFileAnnotations(information: [
            .init(key: "title", value: "Größe"), .init(key: "artist", value: "We"),
            .init(key: "comments", value: "two tracks"),
        ])
        notes.add(
            AudioFileAnnotations(markers: [
                .init(framePosition: 100, name: "first in"), .init(framePosition: 200.5, name: "first out"),
            ]), at: 0)
        notes.add(
            AudioFileAnnotations(
                markers: [.init(framePosition: 0, name: "second in")],
                regions: [
                    .init(
                        name: "chorus", flags: [.loopEnable, .playForward],
                        markers: [.init(framePosition: 10), .init(framePosition: 400)])
                ]), at: 500)
        var options = WriterOptions()
        options.annotations = notes
        let channels = (0..<6).map { (channel: Int) -> [Float] in
            (0..<1000).map { (frame: Int) -> Float in Float(frame % 97 - 48) / Float(50 + channel) }
        }
        try written(folder.file("a.caf"), .caf, .f32, channels, layout: .fiveOne, options: options)
        let expected = (0..<1000).flatMap { frame in channels.map { $0[frame].bitPattern } }

        let probe = try shell(
            "ffprobe -v error -show_entries stream=channel_layout,channels:format_tags -of default=nw=1 a.caf")
        // ffmpeg calls the surrounds of MPEG_5_1_A side ones.
        let lines = Set(probe.split(separator: "\n").map(String.init))
        #expect(
            lines == [
                "channels=6", "channel_layout=5.1(side)", "TAG:title=Größe", "TAG:artist=We", "TAG:comments=two tracks",
            ])
        _ = try shell("ffmpeg -v error -i a.caf -f f32le a.raw")
        #expect(contents(folder.file("a.raw")) == Bytes.le(expected).all)

        // Left, right, centre, low frequency, rear left, rear right; title, artist, comment.
        let read = try shell("PYTHONIOENCODING=utf-8 python3 - a.caf <<'END'\n\(Self.sndfile)\nEND")
        #expect(read == "6 1000 [2, 3, 4, 11, 9, 10] Größe We two tracks\n", "\(read)")
        #expect(contents(folder.file("sndfile.raw")) == Bytes.le(expected).all)

        let file = try CAFFile(path: folder.file("a.caf"))
        let marks = try #require(try file.markers()?.markers)
        #expect(marks.map(\.framePosition) == [100, 200.5, 500])
        #expect(marks.map(\.name) == ["first in", "first out", "second in"])
        let region = try #require(try file.regions()?.regions.first)
        #expect(
            region.name == "chorus" && region.flags == [.loopEnable, .playForward]
                && region.markers.map(\.framePosition) == [510, 900])
        #expect(try file.layout() == .fiveOne)
        let properties = try AudioFileReader(path: folder.file("a.caf")).properties
        #expect(properties.markers.map(\.frame) == [100, 200, 500])
        #expect(properties.markers.map(\.name) == ["first in", "first out", "second in"])
        #expect(properties.layout == .fiveOne && properties.frameCount == 1000 && properties.warnings.isEmpty)
    }

    /// libsndfile's own functions: the file's numbers, its channel map, three strings, and its samples into a file.
    private static let sndfile = """
        import ctypes, sys
        class Info(ctypes.Structure):
            _fields_ = [("frames", ctypes.c_int64)] + [(name, ctypes.c_int) for name in ("rate", "channels", "format", "sections", "seekable")]
        lib = ctypes.CDLL("libsndfile.so.1")
        lib.sf_open.restype = ctypes.c_void_p
        lib.sf_get_string.restype = ctypes.c_char_p
        lib.sf_readf_float.restype = ctypes.c_int64
        info = Info()
        file = ctypes.c_void_p(lib.sf_open(sys.argv[1].encode(), 0x10, ctypes.byref(info)))
        channels = (ctypes.c_int * info.channels)()
        lib.sf_command(file, 0x1100, channels, ctypes.sizeof(channels))
        words = [lib.sf_get_string(file, kind).decode() for kind in (1, 4, 5)]
        samples = (ctypes.c_float * (info.channels * info.frames))()
        assert lib.sf_readf_float(file, samples, ctypes.c_int64(info.frames)) == info.frames
        open("sndfile.raw", "wb").write(bytes(samples))
        print(info.channels, info.frames, list(channels), *words)
        """

    @Test(arguments: ["alac", "libopus", "libmp3lame", "ac3"])
    func `the packets of ffmpeg's files are those that ffprobe shows`(codec: String) throws {
        let shown = try shell(
            """
            ffmpeg -v error -i "$FIXTURES/music.wav" -c:a \(codec) a.caf
            ffprobe -v error -show_entries packet=size,pos -of csv=p=0 a.caf
            """)
        let file = try CAFFile(path: folder.file("a.caf"))
        let table = try #require(try file.packetTable())
        let packets = Array(table.packets()).map { "\($0.byteCount),\(file.audio.offset + $0.startOffset)" }
        #expect(packets == shown.split(separator: "\n").map(String.init))
        #expect(table.byteCount == file.audio.byteCount)
    }

    @Test func `packets that are written here decode to the same sound as where they came from`() throws {
        _ = try shell(
            "ffmpeg -v error -i \"$FIXTURES/music.wav\" -c:a alac alac.caf; ffmpeg -v error -i alac.caf -f s16le alac.raw"
        )
        let file = try CAFFile(path: folder.file("alac.caf"))
        let table = try #require(try file.packetTable())
        let cookie = try #require(try file.content(CAFCookie.self))
        for reserve in [0, 60] {
            let path = folder.file("own-\(reserve).caf")
            let copy = try AudioFile(creating: path, fileType: "caff", format: file.description.streamDescription)
            try copy.setProperty("mgic", .bytes(cookie.bytes))
            try copy.setProperty("rsrv", .seconds(Double(reserve)))
            for packet in table.packets() {
                try copy.writePackets(
                    file.source.bytes(at: file.audio.offset + packet.startOffset, count: packet.byteCount),
                    [PacketDescription(startOffset: 0, byteCount: packet.byteCount)])
            }
            try copy.setProperty("pnfo", .packetTableInfo(table.info))
            try copy.close()
            _ = try shell("ffmpeg -v error -y -i own-\(reserve).caf -f s16le own.raw && cmp own.raw alac.raw")
            #expect(try CAFFile(path: path).packetTable() == table)
        }
        // Everything in front of the audio: now a reader that cannot go back has the table in time.
        var rewrite = CAFRewrite(try CAFFile(path: folder.file("own-0.caf")))
        rewrite.optimize()
        #expect(rewrite.types == ["desc", "kuki", "pakt", "data"])
        try rewrite.write(to: folder.file("optimized.caf"))
        _ = try shell(
            "cat optimized.caf | ffmpeg -v error -i pipe:0 -f s16le optimized.raw && cmp optimized.raw alac.raw")
    }

    @Test func `AAC in a CAF of this project is what ffmpeg decodes from ADTS`() throws {
        let shown = try shell(
            """
            ffmpeg -v error -i "$FIXTURES/music.wav" -c:a aac -b:a 96k a.aac
            ffprobe -v error -show_entries packet=size,pos -of csv=p=0 a.aac
            ffmpeg -v error -i a.aac -f f32le aac.raw
            """)
        let adts = contents(folder.file("a.aac"))
        // An ES descriptor as QuickTime writes it: AAC-LC, 44.1 kHz, stereo.
        let cookie: [UInt8] =
            [
                3, 0x80, 0x80, 0x80, 0x22, 0, 0, 0, 4, 0x80, 0x80, 0x80, 0x14, 0x40, 0x15, 0, 0x18, 0, 0, 1, 0xF4, 0, 0,
                1, 0xF4, 0,
            ]
            + [5, 0x80, 0x80, 0x80, 2, 0x12, 0x10, 6, 0x80, 0x80, 0x80, 1, 2]
        let file = try AudioFile(
            creating: folder.file("a.caf"), fileType: "caff",
            format: StreamDescription(
                sampleRate: 44_100, formatID: "aac ", framesPerPacket: 1024, channelsPerFrame: 2))
        try file.setProperty("mgic", .bytes(cookie))
        var sizes: [Int] = []
        for line in shown.split(separator: "\n") {
            let numbers = line.split(separator: ",").compactMap { Int($0) }
            // A packet of ADTS has seven bytes of header.
            let packet = Array(adts[numbers[1] + 7..<numbers[1] + numbers[0]])
            sizes.append(packet.count)
            try file.writePackets(packet, [PacketDescription(startOffset: 0, byteCount: packet.count)])
        }
        try file.close()
        let read = try shell("ffprobe -v error -show_entries packet=size -of csv=p=0 a.caf")
        _ = try shell("ffmpeg -v error -i a.caf -f f32le caf.raw; cmp aac.raw caf.raw")
        #expect(sizes.count > 40 && read.split(separator: "\n").compactMap { Int($0) } == sizes)
    }
}

extension CommandRun {
    static let hasFFmpeg =
        (try? shell("command -v ffmpeg ffprobe sox python3", in: "/"))?.outputText.split(separator: "\n").count == 4
}
