import KKTestSupport

/// A fixture as ffmpeg decodes it, so and so many times again.
struct DecodedSound {
    let rate: Double
    let channels: [[Float]]

    init(_ name: String, extraLoops: Int = 0) throws {
        let facts = try CommandRun.shell(
            "ffprobe -v error -select_streams a:0 -show_entries stream=sample_rate,channels -of csv=p=0 $FIXTURES/\(name)",
            in: Fixtures.root
        ).outputText.split(whereSeparator: { ",\n".contains($0) }).compactMap { Int($0) }
        let bytes = try CommandRun.shell(
            "ffmpeg -v error -stream_loop \(extraLoops) -i $FIXTURES/\(name) -f f32le -", in: Fixtures.root
        ).output
        guard facts.count == 2 else { throw Unreadable(name: name) }
        rate = Double(facts[0])
        let count = facts[1]
        var channels = [[Float]](repeating: [], count: count)
        for (index, start) in stride(from: 0, to: bytes.count - 3, by: 4).enumerated() {
            let bits =
                UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16 | UInt32(
                    bytes[start + 3]) << 24
            channels[index % count].append(Float(bitPattern: bits))
        }
        self.channels = channels
    }

    struct Unreadable: Error {
        let name: String
    }
}
