import KKFiles
import KKPCM

extension FuzzTarget {
    /// ``AudioFileStream``: the same bytes at once, in portions that the input's last bytes choose, and one by one must
    /// tell and give the same; then a seek and a discontinuity, which must end.
    static func pushParser(_ input: FuzzInput) throws(FuzzContradiction) -> FuzzReach {
        let portions = input.bytes.suffix(8).map { $0 < 128 ? Int($0) + 1 : (Int($0) - 127) * 97 }
        let whole = try StreamRun(input.bytes, portions: [.max])
        let cut = try StreamRun(input.bytes, portions: portions.isEmpty ? [1] : portions)
        try require(cut == whole, "portions of \(portions) bytes: \(cut.difference(from: whole))")
        if input.bytes.count <= 1 << 12 {
            let single = try StreamRun(input.bytes, portions: [1])
            try require(single == whole, "byte by byte: \(single.difference(from: whole))")
        }
        if let error = whole.error, error.kind == .badData {
            try require(error.byteOffset != nil, "an error without its byte: \(error)")
        }
        try jump(input.bytes)
        if whole.packetCount > 0 { return .read }
        return whole.error?.code == .unsupportedFileType ? .unknown : .refused
    }

    /// Half of the stream, and then the bytes that a seek asks for.
    private static func jump(_ bytes: [UInt8]) throws(FuzzContradiction) {
        var count: Int64 = 0
        guard
            let stream = try? AudioFileStream(packets: { _, packets in
                count = packets.firstPacket + Int64(packets.packetCount)
            })
        else { return }
        guard (try? stream.parse(bytes.prefix(bytes.count / 2))) != nil else { return }
        for packet in [count / 2, 0, count + 3] {
            guard let place = try? stream.seek(toPacket: packet), let start = try? stream.property(.dataOffset),
                case .number(let first) = start
            else { continue }
            try require(place.byteOffset >= 0, "packet \(packet) is \(-place.byteOffset) bytes before the audio")
            let offset = first.addingReportingOverflow(place.byteOffset)
            guard !offset.overflow, offset.partialValue < Int64(bytes.count) else { continue }
            guard (try? stream.parse(bytes[Int(offset.partialValue)...], discontinuity: true)) != nil else { return }
            ask(stream, count)
        }
        try? stream.parse([UInt8]())
        ask(stream, count)
    }

    /// All properties, of packets, frames and bytes that there are, and of those that cannot be.
    private static func ask(_ stream: AudioFileStream, _ count: Int64) {
        let properties: [AudioFileStreamProperty] = [
            .packetToFrame, .frameToPacket, .packetToByte, .byteToPacket, .packetToRollDistance,
            .packetToDependencyInfo, .averageBytesPerPacket,
            .audioDataByteCount, .bitRate, .infoDictionary, .packetTableInfo, .restrictsRandomAccess,
        ]
        for property in properties {
            for argument in [0, 1, count / 2, count, -1, .min, .max, 1 << 40, 1 << 62] {
                _ = try? stream.property(property, of: argument)
            }
        }
    }
}

/// Everything that a stream tells and gives.
private final class StreamRun: Equatable {
    private(set) var reported: [String] = []
    private(set) var bytes: [UInt8] = []
    /// Bytes and frames of each packet that has a description.
    private(set) var packets: [(Int, Int)] = []
    private(set) var packetCount: Int64 = 0
    private(set) var error: AudioFileStreamError?
    private(set) var warnings: [FileWarning] = []
    private var contradiction: FuzzContradiction?

    init(_ input: [UInt8], portions: [Int]) throws(FuzzContradiction) {
        do throws(AudioFileStreamError) {
            let stream = try AudioFileStream(
                propertyListener: { [unowned self] stream, property, _ in tell(stream, property) },
                packets: { [unowned self] in take($1) })
            defer { warnings = stream.warnings }
            var place = 0
            var portion = 0
            while place < input.count {
                let end = place + min(portions[portion % portions.count], input.count - place)
                try stream.parse(input[place..<end])
                place = end
                portion += 1
            }
            try stream.parse([UInt8]())
            tell(stream, .audioDataPacketCount)
            tell(stream, .maximumPacketSize)
        } catch {
            self.error = error
        }
        if let contradiction { throw contradiction }
    }

    private func tell(_ stream: AudioFileStream, _ property: AudioFileStreamProperty) {
        reported.append("\(property.code) \((try? stream.property(property)).map { "\($0)" } ?? "-")")
    }

    private func take(_ given: AudioFileStream.Packets) {
        var end = 0
        for packet in given.descriptions {
            if packet.startOffset != Int64(end) {
                contradiction = FuzzContradiction("a packet is not behind the one before it")
            }
            end += packet.byteCount
            packets.append((packet.byteCount, packet.variableFrames))
        }
        if !given.descriptions.isEmpty, end != given.bytes.count || given.descriptions.count != given.packetCount {
            contradiction = FuzzContradiction(
                "\(given.packetCount) packets of \(given.bytes.count) bytes have descriptions of \(end)")
        }
        if given.firstPacket != packetCount {
            contradiction = FuzzContradiction("packet \(given.firstPacket) comes behind \(packetCount) others")
        }
        packetCount += Int64(given.packetCount)
        bytes += given.bytes
    }

    static func == (one: StreamRun, other: StreamRun) -> Bool {
        one.reported == other.reported && one.bytes == other.bytes && one.packets.elementsEqual(other.packets, by: ==)
            && one.packetCount == other.packetCount && one.error == other.error && one.warnings == other.warnings
    }

    func difference(from other: StreamRun) -> String {
        """
        \(reported) \(packetCount) packets, \(bytes.count) bytes, \(warnings.map(\.description)), \(error.map { "\($0)" } ?? "no error");
        at once: \(other.reported) \(other.packetCount) packets, \(other.bytes.count) bytes, \(other.warnings.map(\.description)), \
        \(other.error.map { "\($0)" } ?? "no error")
        """
    }
}
