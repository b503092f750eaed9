extension AACConfiguration {
    /// That of Low Complexity; `nil` of a number of channels that has no configuration.
    package static func plain(_ sampleRate: Int, _ channelCount: Int, deniesExtensions: Bool) -> [UInt8]? {
        let known = channelCounts.filter { $0.value == channelCount }.keys.min()
        guard let configuration = known, sampleRate > 0 else { return nil }
        return written(2, sampleRate, configuration, deniesExtensions: deniesExtensions) { $0.write(0 as UInt32, 3) }
    }

    /// - Parameter specific: writes what comes after the channels: `GASpecificConfig`.
    static func written(
        _ objectType: Int, _ sampleRate: Int, _ channels: Int, deniesExtensions: Bool,
        specific: (inout BitWriter) -> Void
    ) -> [UInt8] {
        var writer = BitWriter()
        writer.write(UInt32(objectType), 5)
        if let index = rates.firstIndex(of: sampleRate) {
            writer.write(UInt32(index), 4)
        } else {
            writer.write(15 as UInt32, 4)
            writer.write(UInt32(clamping: sampleRate), 24)
        }
        writer.write(UInt32(channels), 4)
        specific(&writer)
        if deniesExtensions {
            writer.write(mark, 11)
            writer.write(5 as UInt32, 5)
            writer.write(0 as UInt32, 1)
        }
        writer.fillByte()
        return writer.bytes
    }
}
