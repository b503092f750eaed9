import KKPCM
import KKTestSupport
import Testing

@testable import KKCodecs
@testable import KKContainers
@testable import KKFiles

/// The table of what can be read, against files. Every row is tested by what it says itself, so a new one without
/// fixtures fails; where a file of each begins is `FormatAlignmentTests`.
@Suite struct InputFormatsTests {
    static let files = InputFormats.table.flatMap { $0.examples + $0.orders }
    static let orders = InputFormats.table.flatMap(\.orders)

    /// Two channels that are distinguished by what they hold.
    static let pairs = InputFormats.table.filter(\.orders.isEmpty).flatMap(\.examples).filter {
        !(FormatAlignmentTests.built + FormatAlignmentTests.doubled + FormatAlignmentTests.headless + telephones)
            .contains($0)
    }
    /// Of one channel.
    static let telephones = [
        "codec-g721.wav", "codec-nms.wav", "codec-gsm.wav", "codec-gsm.aifc", "codec-dwvw.aifc", "codec-g721.au",
        "codec-g723.au", "speech-speex.ogg",
    ]

    private static func words(_ text: String) -> [String] { text.split { $0 == " " || $0 == "," }.map(String.init) }

    /// The containers that a row names: what they are "with" is their contents.
    private static func containers(_ row: InputFormats.Row) -> [String] {
        words(row.name).prefix { $0 != "with" }.filter { word in FileType.allCases.contains { $0.name == word } }
    }

    @Test(arguments: InputFormats.table.indices)
    func `a row has a fixture of every container, encoding and depth that it names, and they are what it says`(
        index: Int
    ) throws {
        let row = InputFormats.table[index]
        var missing = Set(Self.words(row.encodings)).subtracting(["of", "and", "bits"])
        missing.formUnion(Self.containers(row))
        let isMPEG = row.name.hasPrefix("MPEG-1")
        if isMPEG { missing.formUnion(["MPEG-1", "MPEG-2", "MPEG-2.5"]) }
        let isByDepth = row.encodings.hasSuffix("bits")
        for example in row.examples + row.orders {
            let properties = try AudioFileReader(path: Fixtures.path(example)).properties
            let container = properties.fileType.name
            #expect(
                isMPEG ? properties.fileType == .mpeg : Self.words(row.name).contains(container),
                "\(example) is \(container), in the row \(row.name)")
            #expect(
                Self.words(row.encodings).contains(properties.encodingName),
                "\(example) holds \(properties.encodingName)")
            missing.subtract([properties.encodingName, container])
            if isByDepth, let depth = properties.sourceBitDepth { missing.remove("\(depth)") }
            if container == "AIFF-C", properties.dataFormat.isLinearPCM,
                !properties.dataFormat.formatFlags.contains(.isBigEndian)
            {
                missing.remove("sowt")
            }
            let rate = properties.dataFormat.sampleRate
            if isMPEG { missing.remove(rate >= 32_000 ? "MPEG-1" : rate >= 16_000 ? "MPEG-2" : "MPEG-2.5") }
        }
        #expect(missing.isEmpty, "\(row.name): \(missing.sorted())")
    }

    @Test func `a row without fixtures of more than two channels is of a format that has no more`() throws {
        let narrow = InputFormats.table.filter(\.orders.isEmpty).map(\.name)
        #expect(
            narrow == [
                "WAV with ADPCM or GSM", "WAV with MPEG audio", "AIFF-C with IMA4", "AIFF-C with GSM or DWVW",
                "AIFF-C with MPEG audio", "CAF with IMA4", "CAF with MPEG audio", "CAF with iLBC", "3GP with AMR",
                "MP4, MOV with MPEG audio",
                "MOV with IMA4", "Matroska with MPEG audio",
                "MPEG-1, MPEG-2, MPEG-2.5, layers I to III", "Ogg with Speex", "AU with G.721 or G.723", "AMR", "ASF",
                "FLV",
            ])
        // And each container of the others has one.
        for row in InputFormats.table where !row.orders.isEmpty {
            let names = try row.orders.map { try AudioFileReader(path: Fixtures.path($0)).properties.fileType.name }
            #expect(Self.containers(row).allSatisfy(names.contains), "\(row.name)")
        }
    }

    @Test(arguments: files)
    func `a file of this format has exactly the frames that its recipe gives it`(name: String) throws {
        let row = try #require(FixtureRow.all.first { $0.name == name })
        let frames = try #require(row.frames)
        let reader = try AudioFileReader(path: row.path)
        #expect(reader.frameCount == frames && frames > 0)
        #expect(reader.properties.warnings.isEmpty)
        #expect(
            try reader.readAll(chunk: 777).map { Int64($0.count) }
                == [Int64](repeating: frames, count: row.channels ?? 0))
    }

    @Test(arguments: orders)
    func `each channel of a file of this format comes out where its label belongs`(name: String) throws {
        let row = try #require(FixtureRow.all.first { $0.name == name })
        let samples = try AudioFileReader(path: row.path).readAll()
        #expect(samples.count == row.channels && samples.count > 2)
        if row.recipe.contains("sounds at") {
            let tones: [Double] = [300, 500, 700, 60, 1_100, 1_300, 1_700, 1_900]
            let found = samples.map { channel in
                tones.indices.max {
                    channel.power(at: tones[$0], sampleRate: 48_000) < channel.power(at: tones[$1], sampleRate: 48_000)
                }
            }
            #expect(found == Array(0..<samples.count))
        } else {
            #expect(
                samples.enumerated().allSatisfy { index, channel in channel.allSatisfy { $0 == Float(index + 1) / 16 } }
            )
        }
    }

    @Test(arguments: pairs)
    func `left is left in a file of this format, and right is right`(name: String) throws {
        let reader = try AudioFileReader(
            path: Fixtures.path(name), options: ReaderOptions(clientSampleRate: name == "music.opus" ? 44_100 : nil))
        let heard = try reader.readAll()
        guard heard.count == 2 else {
            // What has a single channel is next to one of its row that has two.
            #expect((["mpeg-mpeg25-8k.mp3"] + FormatAlignmentTests.modelled).contains(name))
            return
        }
        let late = FormatAlignmentTests.untrimmed[name] ?? 0
        let made = try FormatAlignmentTests.original(name, rate: reader.format.sampleRate, channels: 2, 1_300..<1_900)
        for channel in 0..<2 {
            let residuals = made.map { original in
                original.indices.reduce(0) { $0 + abs(Double(heard[channel][1_300 + late + $1] - original[$1])) }
            }
            #expect(residuals[channel] < residuals[1 - channel] / 2, "\(channel): \(residuals)")
        }
    }

    /// What a file's header makes of it; `nil` if the parser refuses it.
    private static func encoding(_ bytes: Bytes) -> String? {
        let source = ByteSource(bytes: bytes.all, name: "header")
        guard let probe = try? FormatProbe(source) else { return nil }
        return try? Container(source, fileType: probe.fileType, start: probe.start).dataFormat.encodingName
    }

    /// The codes of AIFF-C that anybody has met.
    private static let compressions = [
        "NONE", "twos", "sowt", "in24", "in32", "42ni", "23ni", "raw ", "fl32", "FL32", "fl64", "FL64", "ulaw", "ULAW",
        "alaw", "ALAW", "ima4", "GSM ", "DWVW", ".mp3", ".mp2", ".mp1", "MAC3", "MAC6", "QDMC", "ACE2", "G722", "alac",
    ]

    @Test func `every encoding that a parser takes is in a row of its container`() throws {
        var found: [String: Set<String>] = [:]
        for bits: UInt16 in [8, 16, 24, 32, 64] {
            for tag in UInt16(0)...0x2100 {
                let format = Wave.format(tag: tag, channels: 1, bits: bits)
                if let name = Self.encoding(Wave.file("RIFF", format, Wave.chunk("data", .zeros(64)))) {
                    found["WAV", default: []].insert(name)
                }
            }
            for compression in Self.compressions {
                let common = AIFF.common(channels: 1, frames: 4, bits: bits, compression: compression)
                if let name = Self.encoding(AIFF.file("AIFC", common, AIFF.sound(.zeros(64)))) {
                    found["AIFF-C", default: []].insert(name)
                }
            }
        }
        for code in UInt32(0)...64 {
            let header: Bytes = .text(".snd") + .be([24, 64, code, 8000, 1] as [UInt32])
            if let name = Self.encoding(header + .zeros(64)) { found["AU", default: []].insert(name) }
        }
        for id in PacketDecoders.formatIDs {
            let format = StreamDescription(
                sampleRate: 44_100, formatID: id, bytesPerPacket: 34, framesPerPacket: 64, channelsPerFrame: 1)
            let source = ByteSource(bytes: [], name: "header")
            if let stored = try? CAFDescription(format)?.storedFormat(at: 0, in: source) {
                found["CAF", default: []].insert(stored.description.encodingName)
            }
        }
        #expect(found.mapValues(\.count) == ["WAV": 15, "AIFF-C": 15, "AU": 10, "CAF": 12])
        for (container, encodings) in found {
            let rows = InputFormats.table.filter { Self.containers($0).contains(container) }
            let told = Set(rows.flatMap { Self.words($0.encodings) })
            #expect(encodings.subtracting(told).isEmpty, "\(container)")
        }
    }

    @Test func `every file type is in a row`() {
        let names = Set(InputFormats.table.flatMap { Self.words($0.name) })
        // Nothing is found to be raw: somebody says so.
        let unfound: [FileType] = [.mpeg, .synth, .raw]
        // Nothing here makes one, or nothing of more than a telephone's sound.
        let unmade: [FileType] = [
            .ape, .tak, .musepack, .musepack7, .oma, .realMedia, .shorten, .voice, .amiga, .xWMA,
        ]
        let missing = FileType.allCases.filter { !(unfound + unmade).contains($0) && !names.contains($0.name) }
        #expect(missing.isEmpty)
    }
}
