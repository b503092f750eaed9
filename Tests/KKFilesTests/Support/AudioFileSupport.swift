import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

extension AudioFile {
    static func fixture(_ name: String) throws -> AudioFile { try AudioFile(opening: Fixtures.path(name)) }

    /// All packets one after another, in reads of so many.
    func allPackets(step: Int = 100, room: Int = 1 << 16) throws -> (bytes: [UInt8], descriptions: [PacketDescription])
    {
        var buffer = AudioBuffer(byteCapacity: room)
        var bytes: [UInt8] = []
        var descriptions: [PacketDescription] = []
        var packet: Int64 = 0
        while true {
            let read = try readPackets(from: packet, count: step, into: &buffer)
            try #require(read.byteCount == buffer.byteCount)
            for description in read.descriptions {
                var moved = description
                moved.startOffset += Int64(bytes.count)
                descriptions.append(moved)
            }
            bytes += buffer.bytes[..<read.byteCount]
            packet += Int64(read.packetCount)
            if read.packetCount == 0 {
                try #require(read.reachedEnd && read.status == -39)
                return (bytes, descriptions)
            }
        }
    }

    func number(_ id: FourCharCode) throws -> Int64 {
        guard case .number(let number) = try property(id) else { throw CocoaError(.featureUnsupported) }
        return number
    }
}

/// A file in memory, as a caller's functions show it.
final class MemoryFile {
    var bytes: [UInt8]
    /// How many bytes a read gives at most.
    var readLimit = Int.max
    var fails = false

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    var callbacks: AudioFileCallbacks {
        AudioFileCallbacks(
            name: "memory file",
            read: { [self] position, count in
                if fails { throw CocoaError(.fileReadUnknown) }
                guard position < bytes.count else { return [] }
                return Array(bytes[Int(position)...].prefix(min(count, readLimit)))
            },
            size: { [self] in Int64(bytes.count) },
            write: { [self] position, new in
                let start = Int(position)
                if start > bytes.count { bytes += [UInt8](repeating: 0xEE, count: start - bytes.count) }
                bytes.replaceSubrange(start..<min(bytes.count, start + new.count), with: new)
            },
            setSize: { [self] size in
                let size = Int(size)
                bytes =
                    size <= bytes.count
                    ? Array(bytes[..<size]) : bytes + [UInt8](repeating: 0, count: size - bytes.count)
            })
    }
}

/// The error that came; any other than a file's is a failure of the test.
func failure(of body: () throws -> Void) -> AudioFileError? {
    var caught: (any Error)?
    do { try body() } catch { caught = error }
    if let caught, !(caught is AudioFileError) { Issue.record(caught) }
    return caught as? AudioFileError
}

func code(of body: () throws -> Void) -> AudioFileError.Code? { failure(of: body)?.code }

/// Numbers that look like nothing else.
func pattern(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<count { bytes.append(UInt8((index * 151 + index / 256 * 7 + 3) % 256)) }
    return bytes
}

/// So many packets of one size.
func descriptions(_ count: Int, _ byteCount: Int) -> [PacketDescription] {
    var descriptions: [PacketDescription] = []
    for index in 0..<count {
        descriptions.append(PacketDescription(startOffset: Int64(index * byteCount), byteCount: byteCount))
    }
    return descriptions
}
