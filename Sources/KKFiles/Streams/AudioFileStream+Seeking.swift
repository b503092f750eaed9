internal import KKPCM

extension AudioFileStream {
    /// The position from which to continue so that a packet is the next one. The next bytes that are parsed with
    /// `discontinuity` are assumed to be from there.
    ///
    /// It is exact if all packets have the same size, if there is a packet table, and for packets that have come (of
    /// the first 65,536; in longer streams for every second, fourth, … of those). Otherwise it is estimated from the
    /// average, and packets are searched again from there.
    ///
    /// - Returns: bytes from the data offset.
    /// - Throws: `'more'` before packets can come, `'pck?'` for a packet that does not exist.
    public func seek(toPacket packet: Int64) throws(AudioFileStreamError) -> (byteOffset: Int64, isEstimated: Bool) {
        let place = try place(ofPacket: packet)
        pendingSeek = (packet, place.offset, place.isEstimated)
        return (place.offset, place.isEstimated)
    }

    /// Where a packet begins after the data offset.
    func place(ofPacket packet: Int64) throws(AudioFileStreamError) -> (offset: Int64, isEstimated: Bool) {
        guard isReady else {
            throw AudioFileStreamError(
                .dataUnavailable, kind: .usage, "no packet is known yet", nextStep: "parse more of the stream")
        }
        try checkPacket(packet)
        if let constant {
            let (offset, overflow) = packet.multipliedReportingOverflow(by: Int64(constant.byteCount))
            guard !overflow, offset < 1 << 61 else { throw noPacket(packet) }
            return (offset, false)
        }
        if let table = table?.table { return (table.firstByte(of: packet), false) }
        if let known = index.offset(of: packet) { return known }
        if packet == index.packetCount, isGapless { return (index.end, true) }
        guard index.packetCount > 0 else {
            throw AudioFileStreamError(
                .dataUnavailable, kind: .usage, "no packet is known yet", nextStep: "parse more of the stream")
        }
        let estimate = Double(packet) * (Double(index.byteCount) / Double(index.packetCount))
        guard estimate < 0x1p61 else { throw noPacket(packet) }
        return (Int64(estimate), true)
    }

    /// Throws when the stream tells that there is no such packet. The one after the last is the end, and a place.
    func checkPacket(_ packet: Int64) throws(AudioFileStreamError) {
        guard packet >= 0, packet <= knownPacketCount ?? .max else { throw noPacket(packet) }
    }

    /// Whether nothing speaks against there being such a packet.
    func isPacket(_ packet: Int64) -> Bool { packet >= 0 && packet < knownPacketCount ?? .max }

    /// All packets, where that is known: those that came, when the stream has ended. What an MPEG file claims of itself
    /// may be wrong, and that alone does not speak against a packet.
    private var knownPacketCount: Int64? {
        if hasEnded, isGapless { return nextPacket }
        return framer == nil ? stream?.packetCount : nil
    }

    func noPacket(_ packet: Int64) -> AudioFileStreamError {
        AudioFileStreamError(.invalidPacketOffset, kind: .usage, "there is no packet \(packet) in this stream")
    }
}
