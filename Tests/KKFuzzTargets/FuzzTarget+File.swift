import KKFiles
import KKPCM

extension FuzzTarget {
    /// ``AudioFile`` over memory: all properties, all packets, and places there and back.
    static func packetFile(_ input: FuzzInput) throws(FuzzContradiction) -> FuzzReach {
        let file: AudioFile
        do throws(AudioFileError) {
            file = try AudioFile(opening: input.bytes)
        } catch {
            guard error.code != .unsupportedFileType else { return .unknown }
            try require(error.kind != .badData || error.position != nil, "an error without its byte: \(error)")
            return .refused
        }
        for id in AudioFile.Property.all { _ = try? file.property(id) }
        let count = try checkPackets(of: file)
        askBeyond(file)
        for chunk in file.chunkPlaces { _ = try? file.userData(chunk.id) }
        _ = try? file.packetPlaces(from: 0, count: 100)
        var buffer = AudioBuffer(byteCapacity: 1000)
        _ = try? file.readBytes(from: 1, count: 1000, into: &buffer)
        try? file.close()
        return count > 0 ? .read : .refused
    }

    /// Packets, frames and bytes that cannot be.
    private static func askBeyond(_ file: AudioFile) {
        for number in [-1, .min, .max, 1 << 40, 1 << 62] as [Int64] {
            _ = try? file.frame(ofPacket: number)
            _ = try? file.packet(ofFrame: number)
            _ = try? file.byte(ofPacket: number)
            _ = try? file.packet(ofByte: number)
            _ = try? file.packetPlaces(from: number, count: .max)
            var buffer = AudioBuffer(byteCapacity: 100)
            _ = try? file.readPackets(from: number, count: .max, into: &buffer)
            _ = try? file.readBytes(from: number, count: .max, into: &buffer)
        }
    }

    private static func number(_ id: FourCharCode, of file: AudioFile) -> Int64? {
        guard let value = try? file.property(id), case .number(let number) = value else { return nil }
        return number
    }

    private static func boundOfFLAC(_ file: AudioFile) -> Int64? {
        guard case .description(let format)? = try? file.property(AudioFile.Property.dataFormat),
            format.formatID == .flac
        else { return nil }
        return number(AudioFile.Property.packetSizeUpperBound, of: file)
    }

    /// Reads everything. No packet is longer than the bound, and what was read is what is reported of it.
    /// - Returns: how many there are, as far as they can be read.
    private static func checkPackets(of file: AudioFile) throws(FuzzContradiction) -> Int64 {
        guard var bound = number(AudioFile.Property.packetSizeUpperBound, of: file) else { return 0 }
        // A bound that a header makes up costs nothing before there is such a packet; a caller that believed it would
        // be at fault.
        var buffer = AudioBuffer(byteCapacity: Int(min(max(bound, 1), 1 << 20)))
        var packet: Int64 = 0
        var byteCount: Int64 = 0
        var longest = 0
        while true {
            let read: PacketRead
            do throws(AudioFileError) {
                read = try file.readPackets(from: packet, count: 64, into: &buffer)
            } catch {
                // A packet of FLAC that contradicts itself may pass the bound; then it is reported.
                if error.code == .badPropertySize, let known = boundOfFLAC(file), known > bound, known < 1 << 20 {
                    bound = known
                    buffer = AudioBuffer(byteCapacity: Int(bound))
                    continue
                }
                try require(error.kind != .defect && (error.code != .badPropertySize || bound > 1 << 20), "\(error)")
                return packet
            }
            try require(read.byteCount <= buffer.bytes.count, "more bytes than the buffer has")
            for described in read.descriptions {
                try require(
                    Int(described.startOffset) + described.byteCount <= read.byteCount, "a packet outside of its bytes")
                try require(
                    Int64(described.byteCount) <= bound,
                    "a packet of \(described.byteCount) bytes, and \(bound) are the bound")
                longest = max(longest, described.byteCount)
            }
            byteCount += Int64(read.byteCount)
            if read.packetCount == 0 { break }
            try checkPlaces(of: packet, in: file)
            packet += Int64(read.packetCount)
        }
        if let count = number(AudioFile.Property.audioDataPacketCount, of: file) {
            try require(count == packet, "\(count) packets are reported, and \(packet) were read")
        }
        if let reported = number(AudioFile.Property.maximumPacketSize, of: file), longest > 0 {
            try require(
                reported == Int64(longest), "the longest packet is told to have \(reported) bytes, and has \(longest)")
        }
        return packet
    }

    private static func checkPlaces(of packet: Int64, in file: AudioFile) throws(FuzzContradiction) {
        if let byte = try? file.byte(ofPacket: packet), let back = try? file.packet(ofByte: byte.byte) {
            // Packets without bytes share a place with the next one.
            try require(
                back.packet >= packet && back.byteOffsetInPacket == 0,
                "packet \(packet) is at \(byte), where there is \(back)")
        }
        if let frame = try? file.frame(ofPacket: packet), let back = try? file.packet(ofFrame: frame) {
            try require(
                back.packet >= packet && back.frameOffsetInPacket == 0,
                "packet \(packet) has frame \(frame), where there is \(back)")
        }
    }
}
