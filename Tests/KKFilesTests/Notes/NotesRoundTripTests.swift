import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// All that belongs to a sound, in every format that is written, and back.
@Suite struct NotesRoundTripTests {
    private let folder: KKTestSupport.ScratchFolder

    init() throws { folder = try KKTestSupport.ScratchFolder() }

    /// Those with a place for anything, but for the two that want a library which may not be there and hold nothing.
    static let containers = OutputContainer.allCases.filter { ![.raw, .adts, .ac3].contains($0) }

    /// A picture of 3 × 2 pixels by its head; what follows is noise, longer than a page of Ogg.
    static let cover: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]
        + (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }

    static var all: AudioFileAnnotations {
        let words = [
            ("title", "Töne; \"quoted\" = 1"), ("artist", "Me"), ("album", "An Album"), ("album artist", "Us"),
            ("year", "2021-03-04"), ("track number", "3/9"), ("disc number", "1/2"), ("genre", "Jazz"),
            ("comments", "Hi there"), ("composer", "J. S. Bach"), ("copyright", "© Me"), ("ISRC", "DEA012345678"),
            ("lyrics", "la\nla la"), ("replaygain_track_gain", "-3.20 dB"), ("tempo", "120"),
            ("description", "A take"), ("originator", "A recorder"), ("originator reference", "XY123"),
            ("origination date", "2021-03-04"), ("origination time", "10:20:30"), ("time reference", "172800000"),
            ("umid", String(repeating: "0a", count: 64)), ("loudness value", "-23.05"), ("loudness range", "7.00"),
            ("maximum true peak level", "-1.20"), ("coding history", "A=PCM,F=48000"),
        ]
        var notes = AudioFileAnnotations(
            information: words.map { FileProperties.Tag(key: $0.0, value: $0.1) },
            markers: [
                AudioFileMarker(framePosition: 480, name: "Intro"),
                AudioFileMarker(framePosition: 2400, name: "Täkt 2"),
            ],
            regions: [
                AudioFileRegion(
                    name: "Verse", flags: [.playForward],
                    markers: [
                        AudioFileMarker(framePosition: 960, type: .regionStart),
                        AudioFileMarker(framePosition: 1920, type: .regionEnd),
                    ]),
                AudioFileRegion(
                    flags: [.loopEnable, .playForward],
                    markers: [
                        AudioFileMarker(framePosition: 1000, type: .sustainLoopStart),
                        AudioFileMarker(framePosition: 3000, type: .sustainLoopEnd),
                    ]),
            ])
        notes.pictures = [AttachedPicture(cover)]
        var instrument = SamplerInstrument()
        (instrument.baseNote, instrument.detune, instrument.gain) = (48, -12, -3)
        (instrument.lowNote, instrument.highNote, instrument.highVelocity) = (40, 52, 100)
        notes.instrument = instrument
        notes.productionNotes = Array("<BWFXML><SCENE>1</SCENE></BWFXML>".utf8)
        return notes
    }

    static let sound: [[Float]] = (0..<2).map { channel in
        (0..<9600).map { Float(sin(Double($0) * 0.03 * Double(channel + 1))) * 0.3 }
    }

    func write(_ notes: AudioFileAnnotations, _ container: OutputContainer) throws -> String {
        var options = WriterOptions(force: true)
        options.annotations = notes
        options.frameCount = Int64(Self.sound[0].count)
        let path = folder.path("a.\(container.rawValue)")
        let encoding = container == .m4a ? KKFiles.Encoding.alac16 : try #require(container.encodings.first)
        _ = try written(path, container, encoding, Self.sound, rate: 48_000, options: options)
        return path
    }

    /// What can be compared of notes: ids are a file's own.
    private struct Facts: Equatable {
        var words: [String: String]
        var pictures: [AttachedPicture]
        var markers: [String]
        var regions: [String]
        var instrument: SamplerInstrument?
        var productionNotes: [UInt8]?

        init(_ notes: AudioFileAnnotations) {
            words = Dictionary(
                notes.information.filter { $0.key != "encoding application" }.map {
                    ($0.key == "recorded date" ? "year" : $0.key, $0.value)
                }
            ) { first, _ in first }
            pictures = notes.pictures
            markers = notes.markers.map { "\($0.framePosition) \($0.name)" }
            regions = notes.regions.map { "\($0.start.framePosition) \($0.end) \($0.name) \($0.isLoop)" }.sorted()
            (instrument, productionNotes) = (notes.instrument, notes.productionNotes)
        }
    }

    @Test(arguments: containers)
    func `what a format has a place for comes back as it was`(container: OutputContainer) throws {
        let kept = OutputFormat(container: container, encoding: .s16).fitting(Self.all).kept
        let file = try TaggedFile(path: FilePath(write(kept, container)))
        #expect(Facts(file.notes) == Facts(kept))
        #expect(try AudioFileReader(path: folder.path("a.\(container.rawValue)")).properties.warnings.isEmpty)
    }

    @Test(arguments: containers)
    func `the same is set in a file that is there, and taken out again, and the audio stays to the bit`(
        container: OutputContainer
    ) throws {
        let path = try write(AudioFileAnnotations(), container)
        let before = try AudioFileReader(path: path).readAll()
        let plain = try #require(folder.bytes("a.\(container.rawValue)"))
        let file = try TaggedFile(path: FilePath(path))
        let all = Self.all
        guard container != .au else {
            #expect(throws: AudioFileError.self) { try file.write(all, temporaryFiles: TemporaryFiles()) }
            return
        }
        let kept = OutputFormat(container: container, encoding: .s16).fitting(all).kept
        try file.write(all, temporaryFiles: TemporaryFiles())
        let changed = try TaggedFile(path: FilePath(path))
        #expect(Facts(changed.notes) == Facts(kept))
        let reader = try AudioFileReader(path: path)
        #expect(reader.properties.warnings.isEmpty)
        #expect(try reader.readAll() == before)
        #expect(try Self.audio(path) == Self.audio(plain))
        try changed.write(AudioFileAnnotations(), temporaryFiles: TemporaryFiles())
        #expect(Facts(try TaggedFile(path: FilePath(path)).notes) == Facts(AudioFileAnnotations()))
        #expect(try AudioFileReader(path: path).readAll() == before)
        #expect(try Self.audio(path) == Self.audio(plain))
    }

    @Test func `packets that an MP4 claims to have inside its header end nothing when that becomes shorter`() throws {
        let path = try write(OutputFormat(container: .m4a, encoding: .s16).fitting(Self.all).kept, .m4a)
        var bytes = try #require(folder.bytes("a.m4a"))
        func place(_ code: String) throws -> Int {
            let code = Array(code.utf8)
            return try #require(bytes.indices.first { bytes[$0...].starts(with: code) })
        }
        let (header, table) = try (place("moov"), place("stco"))
        let first = UInt32(header + 1)
        for index in 0..<4 { bytes[table + 12 + index] = UInt8(truncatingIfNeeded: first >> UInt32(24 - 8 * index)) }
        try folder.write(bytes, to: "a.m4a")
        try TaggedFile(path: FilePath(path)).write(AudioFileAnnotations(), temporaryFiles: TemporaryFiles())
        let shorter = try #require(folder.bytes("a.m4a"))
        #expect(shorter.count < bytes.count)
        let left = try #require(shorter.indices.first { shorter[$0...].starts(with: "stco".utf8) })
        #expect(Array(shorter[left + 12..<left + 16]) == Array(bytes[table + 12..<table + 16]))
    }

    /// The bytes of the audio; of Ogg those of its packets.
    private static func audio(_ path: String) throws -> [UInt8] {
        try audio(Array(Data(contentsOf: URL(fileURLWithPath: path))))
    }

    private static func audio(_ bytes: [UInt8]) throws -> [UInt8] {
        let source = ByteSource(bytes: bytes)
        if bytes.starts(with: OggPage.mark) {
            var (packets, place) = ([UInt8](), Int64(0))
            while case .page(let page) = try OggPage.find(in: source, at: place) {
                if page.granule > 0 { packets += page.bytes[page.bodyStart...] }
                place = page.end
            }
            return packets
        }
        if bytes.starts(with: "wvpk".utf8) {
            return try source.bytes(at: 0, count: Int(source.endBeforeTags(from: 0, to: Int64(bytes.count), limit: 8)))
        }
        let container = try Container.open(source, typeHint: nil)
        return try source.bytes(at: container.dataOffset, count: Int(container.dataByteCount))
    }

    @Test(arguments: containers)
    func `a file that is cut anywhere is refused or read, and never more`(container: OutputContainer) throws {
        var notes = Self.all
        notes.pictures = [AttachedPicture(Array(Self.cover.prefix(200)))]
        let kept = OutputFormat(container: container, encoding: .s16).fitting(notes).kept
        let path = try write(kept, container)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)).prefix(6000))
        for count in stride(from: 0, to: bytes.count, by: 23) {
            guard let file = try? NotedFile(ByteSource(bytes: Array(bytes.prefix(count)))) else { continue }
            _ = try? file.splices(Self.all)
        }
        for place in stride(from: 0, to: min(bytes.count, 3000), by: 11) {
            var damaged = bytes
            damaged[place] = 0xFF
            guard let file = try? NotedFile(ByteSource(bytes: damaged)) else { continue }
            _ = try? file.splices(Self.all)
        }
    }

    @Test func `what only others know stays where other things are said`() throws {
        let path = try write(OutputFormat(container: .wav, encoding: .s16).fitting(Self.all).kept, .wav)
        // A note that belongs to a cue point, and a chunk that nobody knows.
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        bytes += Array("LIST".utf8) + [16, 0, 0, 0] + Array("adtlnote".utf8) + [4, 0, 0, 0, 1, 0, 0, 0]
        bytes += Array("xyz ".utf8) + [2, 0, 0, 0, 7, 9]
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let file = try TaggedFile(path: FilePath(path))
        var notes = file.notes
        notes.information[0].value = "Another"
        try file.write(notes, temporaryFiles: TemporaryFiles())
        let changed = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(changed.suffix(34) == bytes.suffix(34))
        #expect(try TaggedFile(path: FilePath(path)).notes.information.contains { $0.value == "Another" })
    }

    @Test(arguments: NoteTable.rows.indices)
    func `every cell of the table is so: a place gives back what was put there, and no place is a loss`(row: Int) throws
    {
        let row = NoteTable.rows[row]
        for (container, place) in row.places.map({ ($0.container, $0.name) }) {
            let (kept, lost) = OutputFormat(container: container, encoding: .s16).fitting(row.example)
            #expect(lost.isEmpty == (place != nil), "\(row.field) in \(container)")
            guard let place else { continue }
            let path = try write(kept, container)
            #expect(
                Facts(try TaggedFile(path: FilePath(path)).notes) == Facts(row.example), "\(row.field) in \(container)")
            // The place is there by its name; a block of FLAC is a number, and strings are for names.
            guard container != .w64, !["PICTURE", "strg"].contains(where: place.hasSuffix) else { continue }
            let words = place.split { " :©".contains($0) }
            let name = Array((words.last.map(String.init) ?? place).lowercased().utf8)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path)).map { 65...90 ~= $0 ? $0 + 32 : $0 }
            let isThere = bytes.indices.contains { start in bytes[start...].starts(with: name) }
            #expect(isThere, "\(place) in \(container)")
        }
    }

    @Test("a marker without a place took all other markers with it, without a word", arguments: ["wav", "aiff"])
    func noPlace(_ ending: String) throws {
        let output = try #require(ending == "wav" ? OutputContainer.wav.output : OutputContainer.aiff.output)
        let header = try #require(output.header)
        let format = StreamDescription.linearPCM(
            sampleRate: 48_000, channels: 1, bits: 16, flags: .isSignedInteger)
        var notes = AudioFileAnnotations(markers: [AudioFileMarker(framePosition: 480, name: "Intro")])
        _ = try header(format, .mono, notes, "a.\(ending)")
        notes.markers.append(AudioFileMarker(framePosition: 1e10, name: "Far"))
        let error = #expect(throws: AudioFileError.self) { try header(format, .mono, notes, "a.\(ending)") }
        #expect(error?.path == "a.\(ending)" && error?.problem.contains("at frame 10000000000") == true)
    }
}
