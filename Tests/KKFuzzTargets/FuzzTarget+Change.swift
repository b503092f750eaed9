import KKFiles
import KKPCM

extension FuzzTarget {
    /// ``AudioFile`` that is changed: it gets a text and a marker, everything is put before the audio, and it is
    /// closed. Where nothing of it fails, what is read then has the format and the packets that it had.
    static func changedFile(_ input: FuzzInput) throws(FuzzContradiction) -> FuzzReach {
        let old: AudioFile
        do throws(AudioFileError) {
            old = try AudioFile(opening: input.bytes)
        } catch {
            return error.code == .unsupportedFileType ? .unknown : .refused
        }
        guard let before = packets(of: old) else { return .refused }
        let memory = MemoryBytes(input.bytes)
        do throws(AudioFileError) {
            let file = try AudioFile(opening: memory.callbacks, permission: .readWrite)
            // Some kinds of file have no room for texts or markers; they are put in order all the same.
            try? file.setProperty(
                AudioFile.Property.infoDictionary, .dictionary([FileProperties.Tag(key: "title", value: "A")]))
            try? file.setProperty(
                AudioFile.Property.markerList, .markers([AudioFileMarker(framePosition: 1, name: "B")], .none))
            try file.optimize()
            try file.close()
        } catch {
            try require(error.kind != .defect, "\(error)")
            return .refused
        }
        let new: AudioFile
        do throws(AudioFileError) {
            new = try AudioFile(opening: memory.bytes)
        } catch {
            throw FuzzContradiction("a file that was changed is written as one that cannot be read: \(error)")
        }
        guard let after = packets(of: new) else {
            throw FuzzContradiction("the packets of a file that was changed cannot be read")
        }
        try require(after.sizes == before.sizes, "\(before.sizes.count) packets became \(after.sizes.count), or others")
        try require(
            after.bytes == before.bytes,
            "the packets' \(before.bytes.count) bytes became \(after.bytes.count), or others")
        let format =
            (try? old.property(AudioFile.Property.dataFormat)) == (try? new.property(AudioFile.Property.dataFormat))
        try require(format, "the format became another one")
        return before.bytes.isEmpty ? .refused : .read
    }

    /// Those of a file's bytes; `nil` if it cannot be opened as well.
    static func packets(ofFile bytes: [UInt8]) -> (bytes: [UInt8], sizes: [Int])? {
        (try? AudioFile(opening: bytes)).flatMap(packets(of:))
    }

    /// All packets and their sizes; `nil` if they cannot be read, or not in a buffer of some size.
    private static func packets(of file: AudioFile) -> (bytes: [UInt8], sizes: [Int])? {
        guard let value = try? file.property(AudioFile.Property.packetSizeUpperBound), case .number(let bound) = value
        else { return nil }
        // Room for many small packets, or for one large one.
        var buffer = AudioBuffer(byteCapacity: Int(min(max(bound, 1), 1 << 20)) + 1 << 14)
        var result: (bytes: [UInt8], sizes: [Int]) = ([], [])
        var packet: Int64 = 0
        while let read = try? file.readPackets(from: packet, count: 64, into: &buffer) {
            result.bytes += buffer.bytes[..<read.byteCount]
            result.sizes += read.descriptions.map(\.byteCount)
            packet += Int64(read.packetCount)
            if read.packetCount == 0 { return result }
        }
        return nil
    }
}

/// A file in memory that can be written.
private final class MemoryBytes {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// More than any change of a small file makes of it.
    private static let limit: Int64 = 1 << 24

    private struct TooLarge: Error {}

    var callbacks: AudioFileCallbacks {
        AudioFileCallbacks(
            read: { [self] position, count in position < bytes.count ? Array(bytes[Int(position)...].prefix(count)) : []
            },
            size: { [self] in Int64(bytes.count) },
            write: { [self] position, new in
                try grow(to: position)
                bytes.replaceSubrange(Int(position)..<min(bytes.count, Int(position) + new.count), with: new)
            },
            setSize: { [self] size in
                try grow(to: size)
                bytes.removeLast(bytes.count - Int(size))
            })
    }

    private func grow(to size: Int64) throws {
        guard size <= Self.limit else { throw TooLarge() }
        if size > bytes.count { bytes += repeatElement(0, count: Int(size) - bytes.count) }
    }
}
