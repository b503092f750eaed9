import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// What comes after a container's audio is reported of a pipe as of a file: the same words, the same bytes, and
/// `--strict` refuses the same.
@Suite struct ChunkTailTests {
    private struct Sound: Equatable {
        var samples: [[Float]]?
        var said: [String] = []
    }

    private static func read(_ path: String, _ options: ReaderOptions) -> Sound {
        var sound = Sound()
        let error = failure {
            let reader = try AudioFileReader(path: path, options: options)
            sound.samples = try reader.readAll()
            sound.said = reader.warnings.map(\.description)
        }
        if let error { sound = Sound(said: ["\(error.kind): \(error)"]) }
        sound.said = sound.said.map { $0.replacing(path, with: "FILE") }
        return sound
    }

    /// - Returns: what is said of the file.
    @discardableResult
    private static func check(_ name: String, _ bytes: Bytes, portion: Int = 1 << 16) throws -> [String] {
        for isStrict in [true, false] {
            let file = bytes.asFile { read($0, ReaderOptions(strict: isStrict)) }
            let piped = try PipedBytes.with(bytes.all, portion: portion) {
                read($0, ReaderOptions(strict: isStrict, readsOnce: true))
            }
            #expect(piped == file, "\(name): \(piped.said) \(file.said)")
            if !isStrict { return file.said }
        }
        return []
    }

    /// Containers up to the end of their audio, and the chunk that each makes of a name and a content.
    private static let containers: [(name: String, head: Bytes, chunk: @Sendable (String, Bytes) -> Bytes)] = [
        ("WAVE", Wave.usual(frames: 300), { Wave.chunk($0, $1) }),
        (
            "RIFX", Wave.file("RIFX", Wave.format(bigEndian: true), Wave.chunk("data", .zeros(600), bigEndian: true)),
            { Wave.chunk($0, $1, bigEndian: true) }
        ),
        (
            "RF64", Wave.rf64(dataSize: 1200, Wave.format(), Wave.chunk("data", Wave.samples(300), size: .max)),
            { Wave.chunk($0, $1) }
        ),
        ("W64", Wave64.file(Wave64.format(), Wave64.chunk("data", Wave.samples(301))), { Wave64.chunk($0, $1) }),
        ("AIFF", AIFF.file("AIFF", AIFF.common(frames: 300), AIFF.sound(AIFF.samples(300))), { AIFF.chunk($0, $1) }),
        ("CAF", CAF.file(CAF.description(), CAF.data(AIFF.samples(300))), { CAF.chunk($0, $1) }),
    ]

    /// No name in letters, and as a chunk of Wave64 one that is smaller than its own header.
    private static let junk =
        Bytes.raw([UInt8](repeating: 7, count: 16)) + .le(5 as UInt64) + .raw([UInt8](repeating: 7, count: 80))

    @Test(arguments: containers.indices)
    func `bytes that are no chunk, and chunks that are cut`(index: Int) throws {
        let (name, head, chunk) = Self.containers[index]
        let long = chunk("free", .raw([UInt8](repeating: 9, count: 300_000)))
        let small = chunk("ANNO", .text("four"))
        let none: [Bytes] = [
            Bytes(), .zeros(3), .zeros(4000), small, long, small + long + small,
            Bytes.raw(Array(long.all.prefix(1000))),
        ]
        for (number, behind) in none.enumerated() {
            let said = try Self.check("\(name), sound \(number)", head + behind)
            #expect(said.isEmpty, "\(name) \(number): \(said)")
        }
        for (number, behind) in [
            Self.junk, small + Self.junk, long + Self.junk, small + long + small + Self.junk, Bytes.raw([7, 7, 7]),
        ].enumerated() {
            let said = try Self.check("\(name), junk \(number)", head + behind)
            let place = head.count + behind.count - (number == 4 ? 3 : 104)
            #expect(
                said.count == 1
                    && said[0].contains("byte \(place): \(number == 4 ? 3 : 104) bytes at the end are not a chunk"),
                "\(name) \(number): \(said)")
        }
        try Self.check("\(name) in small portions", head + small + Self.junk, portion: 61)
        for count in 1..<40 {
            try Self.check("\(name), cut at \(count)", head + Bytes.raw(Array((small + Self.junk).all.prefix(count))))
        }
    }

    /// A pad byte that a writer forgot shows by what follows, and a name after it may be read as one a byte further on.
    @Test func `chunks of odd length, padded or not`() throws {
        let odd = Wave.chunk("note", .zeros(5), padded: false)
        let list = Wave.chunk("LIST", .text("INFO") + Wave.chunk("INAM", .text(String(repeating: "a", count: 60))))
        let other = Wave.chunk("xtra", .zeros(0x41))
        for (name, behind) in [("list", list), ("other", other), ("both", list + other), ("junk", Self.junk)] {
            for pad in [Bytes(), .zeros(1), .raw([5])] {
                for end in [Bytes(), Self.junk] {
                    let said = try Self.check(
                        "\(name), \(pad.count)", Wave.usual(frames: 300) + odd + pad + behind + end)
                    if name == "list", pad.count == 0 {
                        #expect(said.contains { $0.contains("has no pad byte") }, "\(said)")
                    }
                }
            }
        }
    }

    @Test func `a second data chunk, more chunks than are read, and half a frame that is no padding`() throws {
        #expect(try Self.check("second", Wave.usual(frames: 300) + Wave.chunk("data", Wave.samples(5))).count == 1)
        let many = (0..<4200).reduce(into: Bytes()) { bytes, _ in bytes += Wave.chunk("free", Bytes()) }
        #expect(try Self.check("many", Wave.usual(frames: 300) + many).first?.contains("more than 4096 chunks") == true)
        let half = Wave64.chunk("data", Wave.samples(300) + .raw([1, 2, 3, 4, 0, 0, 0, 9]))
        let six = Wave64.chunk("fmt ", .le(1 as UInt16, 3) + .le(44_100, 44_100 * 6 as UInt32) + .le(6 as UInt16, 16))
        #expect(try Self.check("half a frame", Wave64.file(six, half)).first?.contains("not a whole frame") == true)
    }

    @Test
    func
        `a layout behind the audio that does not fit is reported, and one that changes places is no sound through a pipe`()
        throws
    {
        let sound = AIFF.common(frames: 300) + AIFF.sound(AIFF.samples(300))
        let misfit = AIFF.file("AIFF", sound, AIFF.chunk("CHAN", .be(0, 0, 7 as UInt32)))
        #expect(try Self.check("misfit", misfit).count == 1)
        let right = CAF.file(CAF.description(), CAF.data(AIFF.samples(300)), CAF.layout(tag: 0, labels: [1, 2]))
        #expect(try Self.check("stereo", right).isEmpty)
        let exchanged = CAF.file(CAF.description(), CAF.data(AIFF.samples(300)), CAF.layout(tag: 0, labels: [2, 1]))
        let piped = try PipedBytes.with(exchanged.all) { Self.read($0, ReaderOptions(readsOnce: true)) }
        #expect(
            piped.samples == nil
                && piped.said.first?.contains("the channel order is stored after the audio") == true, "\(piped)")
    }

    /// As many chunks as there may be, a long one, and bytes in no order: no more is kept than the headers.
    @Test func `what is kept of chunks behind the audio is bounded`() throws {
        let long = Wave.chunk("free", .raw([UInt8](repeating: 0x41, count: 3_000_000)))
        let many = Bytes.raw(Array(repeatElement(Wave.chunk("free", .raw([7, 7])).all, count: 50_000).joined()))
        for behind in [long, long + Self.junk, many] {
            let run = try StreamRun()
            run.push((Wave.usual(frames: 300) + behind).all)
            #expect(try #require(run.stream.container).keptByteCount < 1 << 21)
            run.push([])
            #expect(run.error == nil && run.bytes.count == 1200)
            #expect(run.stream.warnings.isEmpty == (behind.count == long.count))
        }
    }

    /// A cookie after the audio is nobody's, however long it says that it is.
    @Test func `a magic cookie behind the audio keeps none of the bytes that follow`() throws {
        let caf = CAF.file(CAF.description(), CAF.data(AIFF.samples(300)))
        let run = try StreamRun()
        run.push((caf + .text("kuki") + .be(1 << 40 as Int64) + .zeros(3_000_000)).all)
        #expect(try #require(run.stream.container).keptByteCount < 1 << 16)
        // And after as many chunks as are read.
        let many = Bytes.raw(Array(repeatElement(CAF.chunk("free", Bytes()).all, count: 5000).joined()))
        let other = try StreamRun()
        other.push((caf + many + .zeros(3_000_000)).all)
        #expect(try #require(other.stream.container).keptByteCount < 1 << 16)
    }

    @Test func `sound whose size was never filled in ends where COMM counts, as in the file`() throws {
        for size in [UInt32.max, 0] {
            let file = AIFF.file(
                "AIFF", AIFF.common(frames: 300),
                Bytes.text("SSND") + .be(size) + .be(0, 0 as UInt32) + AIFF.samples(300),
                AIFF.chunk("ANNO", .text("behind the sound")))
            let named = file.asFile { Self.read($0, ReaderOptions()) }
            let piped = try PipedBytes.with(file.all) { Self.read($0, ReaderOptions(readsOnce: true)) }
            #expect(named.samples?.first?.count == 300 && piped.samples == named.samples, "\(size): \(piped.said)")
        }
    }

    @Test func `a piece of a frame is reported where it came, and not where a size speaks of it`() throws {
        let format = Wave.format()
        for (size, count) in [(0x7FFF_0001, 64), (65, 64), (65, 65), (66, 65), (64, 64)] as [(UInt32, Int)] {
            let bytes = Wave.file("RIFF", format, Bytes.text("data") + .le(size) + .zeros(count))
            let said = try Self.check("\(size) claimed, \(count) there", bytes)
            #expect(said.contains { $0.contains("not a whole frame") } == (count == 65), "\(size), \(count): \(said)")
        }
    }

    @Test func `a pipe with a header and no sound is reported`() throws {
        let bytes = Wave.file("RIFF", Wave.format(), Bytes.text("data") + .le(UInt32.max))
        for isStrict in [true, false] {
            let piped = try PipedBytes.with(bytes.all) {
                Self.read($0, ReaderOptions(strict: isStrict, readsOnce: true))
            }
            #expect((piped.samples == nil) == isStrict, "\(piped)")
            #expect(piped.said.count == 1 && piped.said[0].contains("has no frames"), "\(piped)")
        }
    }
}
