import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// The table of what can be read, against files. Every row is tested by what it says itself, so a new one without
/// fixtures fails; where a file of each begins is `FormatAlignmentTests`.
@Suite struct InputFormatsTests {
    static let files = InputFormats.table.flatMap { $0.examples + $0.orders }
    static let orders = InputFormats.table.flatMap(\.orders)

    /// Two channels that are told apart by what they hold.
    static let pairs = InputFormats.table.filter(\.orders.isEmpty).flatMap(\.examples).filter {
        !FormatAlignmentTests.built.contains($0) && $0 != "codec-gsm.wav"
    }

    private static func words(_ text: String) -> [String] { text.split { $0 == " " || $0 == "," }.map(String.init) }

    /// The containers that a row names: what they are "with" is their contents.
    private static func containers(_ row: InputFormats.Row) -> [String] {
        let words = words(row.name)
        let isContent = { (index: Int) in index > 0 && words[index - 1] == "with" }
        return words.indices.filter { index in
            !isContent(index) && FileType.allCases.contains { $0.name == words[index] }
        }.map { words[$0] }
    }

    @Test(arguments: InputFormats.table.indices)
    func `a row has a fixture of every container, encoding and depth that it names, and they are what it says`(
        index: Int
    ) throws {
        let row = InputFormats.table[index]
        var missing = Set(Self.words(row.encodings)).subtracting(["of", "and", "bits"])
        missing.formUnion(Self.containers(row))
        let isMPEG = row.name.hasPrefix("MPEG")
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
                "WAV with ADPCM or GSM", "WAV with MPEG audio", "CAF and AIFF-C with IMA4", "CAF with MPEG audio",
                "MPEG-1, MPEG-2, MPEG-2.5, layers I to III",
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
            // What has a single channel stands beside one of its row that has two.
            #expect(["mpeg-mpeg25-8k.mp3"].contains(name))
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

    @Test func `every file type is in a row`() {
        let names = Set(InputFormats.table.flatMap { Self.words($0.name) })
        let missing = FileType.allCases.filter { $0 != .mpeg && $0 != .synth && !names.contains($0.name) }
        #expect(missing.isEmpty)
    }
}
