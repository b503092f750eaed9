import KKCodecs
import KKConvert
import KKPCM
import KKTestSupport

/// A callback over packets, which it gives in portions of its own choosing.
final class PacketSupply {
    let stream: ToyPackets
    let namesFrames: Bool
    private let portion: (Int) -> Int
    private(set) var position = 0
    private(set) var requests: [Int] = []

    /// - Parameter portion: how many packets to give when so many are asked for.
    init(_ stream: ToyPackets, namesFrames: Bool = true, portion: @escaping (Int) -> Int = { $0 }) {
        self.stream = stream
        self.namesFrames = namesFrames
        self.portion = portion
    }

    func give(_ packetCount: inout Int, _ data: inout AudioBufferList, _ descriptions: inout [PacketDescription]) {
        requests.append(packetCount)
        packetCount = min(max(1, portion(packetCount)), stream.packets.count - position)
        let chunk = stream.chunk(position..<position + packetCount, namesFrames: namesFrames)
        data[0] = AudioBuffer(channelCount: stream.description.channelCount, bytes: chunk.bytes)
        descriptions += chunk.descriptions
        position += packetCount
    }
}

extension AudioConverter {
    /// A converter of toy packets.
    static func toy(
        _ description: StreamDescription, to output: StreamDescription? = nil, settings: Settings = Settings(),
        layout: ChannelLayout? = nil
    ) throws -> AudioConverter {
        try AudioConverter(
            from: description,
            to: output ?? .canonical(sampleRate: description.sampleRate, channels: description.channelCount),
            settings: settings
        ) { description, _ throws(CodecError) in ToyDecoder(description, layout: layout) }
    }

    /// All that comes out when it is asked for in portions; errors are counted, and it is asked again.
    func drained(
        portion: (Int) -> Int = { _ in 700 }, errors: inout [any Error], input: PacketCallback
    ) throws -> AudioBufferList {
        var all = AudioBufferList(for: outputDescription, frameCapacity: 0)
        for call in 0... {
            let wanted = portion(call)
            var output = AudioBufferList(for: outputDescription, frameCapacity: wanted)
            var count = wanted
            var isEnd = false
            do {
                try fillComplexBuffer(packetCount: &count, into: &output, input: input)
                isEnd = count < wanted
            } catch {
                errors.append(error)
                isEnd = errors.count > 1000
            }
            for index in all.buffers.indices {
                all[index].bytes += output[index].bytes.prefix(output[index].byteCount)
                all[index].byteCount = all[index].bytes.count
            }
            if isEnd { break }
        }
        return all
    }

    func drained(_ supply: PacketSupply, portion: (Int) -> Int = { _ in 700 }) throws -> AudioBufferList {
        var errors: [any Error] = []
        let all = try drained(portion: portion, errors: &errors, input: supply.give)
        if let first = errors.first { throw first }
        return all
    }
}

extension AudioBufferList {
    /// The channels of canonical audio.
    var channels: [[Float]] { buffers.map { $0.samples(as: Float.self) } }
}
