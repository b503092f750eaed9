import KKFiles
import KKPCM

extension FuzzTarget {
    /// ``AudioFileReader``: below it are all parsers of containers and scans of streams, and the decoders. Of long sounds the first frames.
    static func reader(_ input: FuzzInput) throws(FuzzContradiction) {
        var options = ReaderOptions()
        options.keepsNonFinite = true
        let reader: AudioFileReader
        do throws(AudioFileError) {
            reader = try AudioFileReader(path: input.path, options: options)
        } catch {
            let isOfHeader = error.kind == .badData && [.invalidChunk, .unsupportedDataFormat].contains(error.code)
            return try require(error.kind != .defect && (!isOfHeader || error.position != nil), "a defect, or an error without its byte: \(error)")
        }
        let channels = reader.format.channelCount
        try require(channels > 0 && channels == reader.properties.layout.channelCount, "\(channels) channels, and a layout of others")
        try require(reader.properties.frameCount >= 0, "\(reader.properties.frameCount) frames")
        guard let first = sound(of: reader, blocks: [4096]) else { return }
        // How much is asked for at a time shows in nothing, nor does a seek to the start.
        guard (try? reader.seek(to: 0)) != nil, let again = sound(of: reader, blocks: [1, 1000, 4096, 33]) else { return }
        guard reader.fileFormat.isLinearPCM else { return }
        try require(first == again, "\(first.count) samples, and \(again.count) others from the start again")
    }

    /// The bits of what comes; `nil` where it ends in an error.
    private static func sound(of reader: AudioFileReader, blocks: [Int]) -> [UInt32]? {
        let channels = reader.format.channelCount
        var buffer = PCMBuffer(channelCount: channels, frameCapacity: 4096)
        buffer.frameLength = 4096
        var samples: [UInt32] = []
        var block = 0
        while samples.count < 1 << 19 {
            guard let count = try? reader.read(into: &buffer, at: 0, frameCount: blocks[block % blocks.count]) else { return nil }
            if count == 0 { break }
            for index in 0..<count {
                // Of many channels the first ones.
                for channel in 0..<min(channels, 8) { samples.append(buffer.withChannel(channel) { $0[index].bitPattern }) }
            }
            block += 1
        }
        return samples
    }
}
