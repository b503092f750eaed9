import Foundation
import KKMixing
import KKTestSupport
import Testing

/// docs/core-audio.md says which types of KKAudio are which part of Core Audio; each part is at work here.
@Suite struct CoreAudioPartsTests {
    /// The first two columns of a row, and the part at work.
    struct Part: Sendable, CustomTestStringConvertible {
        let apple: String, here: String
        let works: @Sendable () throws -> Bool
        var testDescription: String { apple }

        init(_ apple: String, _ here: String, works: @escaping @Sendable () throws -> Bool) {
            (self.apple, self.here, self.works) = (apple, here, works)
        }
    }

    private static let sound = Desk.ramp(0..<64)
    private static let codes = (0..<64).map { Int16($0 * 32) }
    private static let floats = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
    private static let shorts = StreamDescription.linearPCM(
        sampleRate: 48_000, channels: 1, bits: 16, flags: .isSignedInteger)

    /// A file of that sound in CAF, by ``AudioFileWriter``.
    private static func file(_ folder: ScratchFolder) throws -> String {
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: sound.count)
        buffer.frameLength = sound.count
        buffer.fill(channel: 0, with: sound)
        let writer = try AudioFileWriter(
            path: folder.path("a.caf"), format: OutputFormat(container: .caf, encoding: .s16), layout: .mono,
            sampleRate: 48_000)
        try writer.write(buffer)
        try writer.finalize()
        return folder.path("a.caf")
    }

    static let parts: [Part] = [
        Part("`ExtAudioFile`", "`AudioFileReader`, `AudioFileWriter`") {
            let folder = try ScratchFolder()
            return try AudioFileReader(path: file(folder)).readAll() == [sound]
        },
        Part("`AudioFile`", "`AudioFile`, and `CAFFile` chunk by chunk") {
            let folder = try ScratchFolder(), path = folder.path("b.caf")
            let file = try AudioFile(creating: path, fileType: "caff", format: shorts)
            let bytes = AudioBuffer(samples: codes).bytes
            try file.writePackets(bytes)
            try file.close()
            var read = AudioBuffer(byteCapacity: 200)
            let packets = try AudioFile(opening: path).readPackets(from: 0, count: 100, into: &read)
            let chunks = try CAFFile(path: path)
            return packets.packetCount == 64 && packets.reachedEnd && read.bytes.prefix(read.byteCount) == bytes[...]
                && chunks.chunks.first?.type == "desc" && chunks.audio.byteCount == 128
        },
        Part("`AudioFileStream`", "`AudioFileStream`") {
            let folder = try ScratchFolder()
            _ = try file(folder)
            var arrived: [UInt8] = []
            let stream = try AudioFileStream { _, packets in arrived += packets.bytes }
            for byte in try #require(folder.bytes("a.caf")) { try stream.parse([byte]) }
            return arrived == AudioBuffer(samples: codes).bytes
        },
        Part("`AudioConverter`", "`AudioConverter`") {
            var output = AudioBuffer(byteCapacity: 128)
            try AudioConverter(from: floats, to: shorts).convertBuffer(AudioBuffer(samples: sound), into: &output)
            let packets = StreamDescription(sampleRate: 48_000, formatID: .appleLossless, channelsPerFrame: 1)
            return try output.samples(as: Int16.self) == codes
                && AudioConverter(from: shorts, to: packets).encodesPackets
        },
        Part("`AUGraph`", "`AudioGraph`, pulled by an `OfflineRenderer`") {
            let desk = try Desk()
            return try desk.graph.isInitialized && desk.heard(64, by: 7) == sound && desk.asked == 10
        },
        Part("`AudioUnit`, `AudioComponent`", "`AudioUnit` and its classes, `AudioComponent`") {
            let unit: AudioUnit? = AudioComponent.findNext(.multiChannelMixer)?.makeInstance()
            let mixer = try #require(unit as? MultiChannelMixer)
            try mixer.setParameter(MultiChannelMixer.Parameter.volume, 0.5, scope: .output)
            try mixer.setRenderCallback(
                { _, _, _, frames, buffer in
                    buffer.fill(channel: 0, with: Array(sound.prefix(frames)))
                }, bus: 0)
            try mixer.initialize()
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 64), flags: RenderActionFlags = []
            try mixer.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 44_100), frameCount: 64, into: &buffer)
            return buffer.samples(ofChannel: 0) == sound.map { $0 / 2 }
        },
        Part("`AudioQueue`", "`AudioQueue`, playing and recording") {
            let player = try AudioQueue(output: shorts) { _, _ in }
            try player.setOfflineRenderFormat(shorts)
            let (given, played) = try (
                player.allocateBuffer(byteCapacity: 128), player.allocateBuffer(byteCapacity: 128)
            )
            try given.fill(samples: codes)
            try player.enqueue(given)
            try player.start()
            _ = try player.offlineRender(at: 0, into: played, frameCount: 64)
            var tape: [Int16] = []
            let recorder = try AudioQueue(input: shorts, from: ArraySource([sound])) { _, buffer, _, _, _ in
                tape += buffer.samples(as: Int16.self)
            }
            try recorder.enqueue(recorder.allocateBuffer(byteCapacity: 128))
            try recorder.start()
            try recorder.offlineRecord(64)
            return played.samples(as: Int16.self) == codes && tape == codes
        },
        Part("`AVAudioPlayer`", "`AudioPlayer`, any number at once") {
            let (graph, players) = try AudioGraph.players(5, format: floats)
            for player: AudioPlayer in players { try player.setSource(ArraySource([sound])) }
            try graph.initialize()
            for player in players { player.play() }
            let renderer = try OfflineRenderer(graph)
            var buffer = PCMBuffer(channelCount: 1, frameCapacity: renderer.maximumFrameCount)
            try renderer.render(64, into: &buffer)
            return buffer.samples(ofChannel: 0) == sound.map { $0 * 5 }
        },
        Part("`AudioStreamBasicDescription`", "`StreamDescription`") {
            // Its fields, in the order of CoreAudioBaseTypes.h.
            let values = Mirror(reflecting: shorts).children.map { "\($0.label ?? "") \($0.value)" }
            return values == [
                "sampleRate 48000.0", "formatID 'lpcm'", "formatFlags \(shorts.formatFlags)", "bytesPerPacket 2",
                "framesPerPacket 1", "bytesPerFrame 2", "channelsPerFrame 1", "bitsPerChannel 16",
            ] && shorts.formatFlags.rawValue == 12
        },
        Part("`AudioBufferList`", "`AudioBufferList`; `PCMBuffer` if the samples are Float32, a buffer per channel") {
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 64)
            buffer.frameLength = 64
            buffer.fill(channel: 1, with: sound)
            let list = AudioBufferList(
                for: .linearPCM(sampleRate: 48_000, channels: 2, bits: 16, flags: .isSignedInteger), frameCapacity: 64)
            return buffer.samples(ofChannel: 0) == sound.map { _ in 0 } && buffer.samples(ofChannel: 1) == sound
                && list.buffers.count == 1 && list[0].channelCount == 2 && list[0].bytes.count == 256
        },
    ]

    @Test(arguments: parts) func `a part of Core Audio is what the page says it is here`(part: Part) throws {
        #expect(try part.works())
    }

    private static func rows(ofTable number: Int) throws -> [[String]] {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/core-audio.md", encoding: .utf8)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let tables = lines.split { !$0.hasPrefix("|") }
        return tables[number].dropFirst(2).map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func `the page has these parts and no others`() throws {
        let rows = try Self.rows(ofTable: 0)
        #expect(rows.map { $0[0] } == Self.parts.map(\.apple) && rows.map { $0[1] } == Self.parts.map(\.here))
    }

    @Test func `the page counts the programs for Apple's frameworks as they are`() throws {
        let root = "\(Fixtures.root)/Examples/apple", rows = try Self.rows(ofTable: 2)
        let programs = try FileManager.default.contentsOfDirectory(atPath: root).filter { $0 != "AudioTool" }
        let inC = try programs.filter {
            try FileManager.default.contentsOfDirectory(atPath: "\(root)/\($0)").contains { $0.hasSuffix(".c") }
        }
        let commands = try FileManager.default.contentsOfDirectory(atPath: "\(root)/AudioTool").count - 1
        let words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        #expect(
            rows.map { $0[3] } == [
                "[\(words[programs.count])](../Examples/apple), \(words[inC.count]) of them in C",
                "[\(words[commands])](../Examples/apple/AudioTool)",
            ])
    }
}
