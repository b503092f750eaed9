import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Everything that a stream tells and gives of some bytes.
final class StreamRun {
    var reported: [String] = []
    var bytes: [UInt8] = []
    /// Bytes and frames of each packet; of constant ones only the count.
    var sizes: [Int] = []
    var frames: [Int] = []
    var packetCount = 0
    var firsts: [Int64] = []
    var error: AudioFileStreamError?
    private(set) var stream: AudioFileStream!

    init(hint: FourCharCode? = nil) throws {
        stream = try AudioFileStream(
            typeHint: hint,
            propertyListener: { [unowned self] stream, property, flags in
                #expect(flags.contains(.propertyIsCached))
                let value = try? stream.property(property)
                reported.append("\(property.code) \(value.map { "\($0)" } ?? "-")")
            },
            packets: { [unowned self] _, packets in
                #expect(packetCount == 0 || !reported.isEmpty)
                firsts.append(packets.firstPacket)
                packetCount += packets.packetCount
                var end: Int64 = 0
                for packet in packets.descriptions {
                    #expect(packet.startOffset == end)
                    end += Int64(packet.byteCount)
                    sizes.append(packet.byteCount)
                    frames.append(packet.variableFrames)
                }
                if !packets.descriptions.isEmpty {
                    #expect(end == packets.bytes.count)
                    #expect(packets.descriptions.count == packets.packetCount)
                }
                bytes += packets.bytes
            })
    }

    /// Everything in portions of these sizes, round and round, and the end.
    convenience init(_ bytes: [UInt8], portions: [Int] = [.max], hint: FourCharCode? = nil) throws {
        try self.init(hint: hint)
        push(bytes, portions: portions)
        if error == nil { push([]) }
    }

    func push(_ bytes: [UInt8], portions: [Int] = [.max], discontinuity: Bool = false) {
        var place = 0
        var portion = 0
        do throws(AudioFileStreamError) {
            if bytes.isEmpty { try stream.parse([], discontinuity: discontinuity) }
            while place < bytes.count {
                let count = min(portions[portion % portions.count], bytes.count - place)
                try stream.parse(Array(bytes[place..<place + count]), discontinuity: discontinuity && place == 0)
                place += count
                portion += 1
            }
        } catch {
            self.error = error
        }
    }

    /// What must not depend on portions.
    var summary: [String] {
        reported + ["\(packetCount) packets", "\(sizes)", "\(frames)", "\(bytes.hashValue)"]
            + stream.warnings.map(\.description)
            + [error.map { "\($0)" } ?? ""]
    }

    func value(_ property: AudioFileStreamProperty, of argument: Int64 = 0) throws -> AudioFileStreamProperty.Value {
        try stream.property(property, of: argument)
    }

    /// A property is of another kind than it must be.
    struct OtherKind: Error {}

    func number(_ property: AudioFileStreamProperty) throws -> Int64 {
        guard case .number(let number) = try value(property) else { throw OtherKind() }
        return number
    }

    func format() throws -> StreamDescription {
        guard case .format(let format) = try value(.dataFormat) else { throw OtherKind() }
        return format
    }
}
