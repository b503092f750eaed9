extension StreamDescription: CustomStringConvertible {
    /// One line, in the style of Core Audio: ` 2 ch,  44100 Hz, Float32, deinterleaved`.
    public var description: String {
        "\(padded(String(channelsPerFrame), to: 2)) ch, \(padded(Self.rateText(sampleRate), to: 6)) Hz, \(encodingText)"
    }

    /// Every field by name, in the order of the structure, for debugging.
    public var fields: [(name: String, value: String)] {
        [
            ("Sample Rate", Self.rateText(sampleRate)),
            ("Format ID", formatID.description),
            ("Format Flags", hexadecimal(formatFlags.rawValue)),
            ("Bytes per Packet", String(bytesPerPacket)),
            ("Frames per Packet", String(framesPerPacket)),
            ("Bytes per Frame", String(bytesPerFrame)),
            ("Channels per Frame", String(channelsPerFrame)),
            ("Bits per Channel", String(bitsPerChannel)),
        ]
    }

    /// The sample format as text: `Float32, deinterleaved`, `16-bit little-endian signed integer`, `'.mp3'`.
    public var encodingText: String {
        guard isLinearPCM else {
            return "\(formatID) (\(hexadecimal(formatFlags.rawValue)))"
        }
        let native = StreamDescription.nativeEndianFlag == formatFlags.intersection(.isBigEndian)
        let layout = isInterleaved ? (channelsPerFrame > 1 ? ", interleaved" : "") : ", deinterleaved"
        if isFloat && native { return "Float\(bitsPerChannel)\(layout)" }
        let order = bytesPerSample > 1 ? (formatFlags.contains(.isBigEndian) ? " big-endian" : " little-endian") : ""
        let fraction = formatFlags.fractionBits
        let bits = fraction > 0 ? "\(Int(bitsPerChannel) - fraction).\(fraction)-bit" : "\(bitsPerChannel)-bit"
        let kind =
            isFloat ? "floating point" : formatFlags.contains(.isSignedInteger) ? "signed integer" : "unsigned integer"
        let container = bytesPerSample * 8 == Int(bitsPerChannel) ? "" : ", \(alignmentText) in \(bytesPerSample) bytes"
        return "\(bits)\(order) \(kind)\(container)\(layout)"
    }

    private var alignmentText: String { formatFlags.contains(.isAlignedHigh) ? "high-aligned" : "low-aligned" }

    /// A sample rate without unnecessary decimals: `44100`, `11127.5`.
    public static func rateText(_ sampleRate: Double) -> String {
        sampleRate == sampleRate.rounded() && abs(sampleRate) < 1e15 ? String(Int64(sampleRate)) : String(sampleRate)
    }

    /// `isBigEndian` on a big-endian machine, nothing on the others.
    public static var nativeEndianFlag: FormatFlags {
        UInt16(1).bigEndian == 1 ? .isBigEndian : []
    }
}

private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
