/// A WAV file as bytes, written by hand: nothing of kkmix stands between a test and what it says.
public enum WaveFile {
    /// 16-bit PCM, interleaved.
    public static func pcm16(_ frames: [[Int16]], sampleRate: UInt32 = 44_100) -> [UInt8] {
        let channels = UInt16(frames.first?.count ?? 1)
        let data = frames.joined().flatMap { little(UInt16(bitPattern: $0)) }
        return file(format: 1, channels: channels, sampleRate: sampleRate, bits: 16, data: data)
    }

    /// Float32, interleaved.
    public static func float32(_ frames: [[Float]], sampleRate: UInt32 = 44_100) -> [UInt8] {
        let channels = UInt16(frames.first?.count ?? 1)
        let data = frames.joined().flatMap { little($0.bitPattern) }
        return file(format: 3, channels: channels, sampleRate: sampleRate, bits: 32, data: data)
    }

    public static func file(
        format: UInt16, channels: UInt16, sampleRate: UInt32, bits: UInt16, data: [UInt8]
    ) -> [UInt8] {
        let frame = channels * (bits / 8)
        var bytes =
            Array("RIFF".utf8) + little(UInt32(36 + data.count + data.count % 2)) + Array("WAVEfmt ".utf8)
            + little(UInt32(16))
        bytes +=
            little(format) + little(channels) + little(sampleRate) + little(sampleRate * UInt32(frame)) + little(frame)
            + little(bits)
        return bytes + Array("data".utf8) + little(UInt32(data.count)) + data + (data.count % 2 == 1 ? [0] : [])
    }

    /// The sample bytes of the `data` chunk.
    public static func data(of file: [UInt8]) -> [UInt8]? { chunk("data", of: file) }

    /// What the `fmt ` chunk says.
    public static func format(of file: [UInt8]) -> (channels: Int, sampleRate: Int, bits: Int)? {
        guard let bytes = chunk("fmt ", of: file), bytes.count >= 16 else { return nil }
        let number = { (range: Range<Int>) in range.reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) } }
        return (number(2..<4), number(4..<8), number(14..<16))
    }

    private static func chunk(_ name: String, of file: [UInt8]) -> [UInt8]? {
        var offset = 12
        while offset + 8 <= file.count {
            let size =
                Int(file[offset + 4]) | Int(file[offset + 5]) << 8 | Int(file[offset + 6]) << 16 | Int(file[offset + 7])
                << 24
            if Array(file[offset..<offset + 4]) == Array(name.utf8) {
                return Array(file[offset + 8..<min(file.count, offset + 8 + size)])
            }
            offset += 8 + size + size % 2
        }
        return nil
    }

    public static func samples16(of file: [UInt8]) -> [Int16]? {
        data(of: file).map { bytes in
            stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
        }
    }

    /// The whole numbers of 24 bits in the data of a file.
    public static func codes24(_ data: [UInt8]) -> [Int] {
        stride(from: 0, to: data.count - 2, by: 3).map { place in
            let code = Int(data[place]) | Int(data[place + 1]) << 8 | Int(data[place + 2]) << 16
            return code < 1 << 23 ? code : code - 1 << 24
        }
    }

    public static func samplesFloat(of file: [UInt8]) -> [Float]? {
        data(of: file).map { bytes in
            stride(from: 0, to: bytes.count - 3, by: 4).map { index in
                Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) })
            }
        }
    }

    private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Value(8 * $0)) }
    }
}
