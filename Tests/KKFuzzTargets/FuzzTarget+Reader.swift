import KKFiles
import KKPCM

extension FuzzTarget {
    /// ``AudioFileReader``: below it are all parsers of containers and scans of streams, and the decoders. Of long
    /// sounds the first frames.
    static func reader(_ input: FuzzInput) throws(FuzzContradiction) -> FuzzReach {
        var options = ReaderOptions()
        options.keepsNonFinite = true
        let reader: AudioFileReader
        do throws(AudioFileError) {
            reader = try AudioFileReader(path: input.path, options: options)
        } catch {
            let isOfHeader = error.kind == .badData && [.invalidChunk, .unsupportedDataFormat].contains(error.code)
            try require(
                error.kind != .defect && (!isOfHeader || error.position != nil),
                "a defect, or an error without its byte: \(error)")
            return error.code == .unsupportedFileType ? .unknown : .refused
        }
        let channels = reader.format.channelCount
        try require(
            channels > 0 && channels == reader.properties.layout.channelCount,
            "\(channels) channels, and a layout of others")
        try require(reader.properties.frameCount >= 0, "\(reader.properties.frameCount) frames")
        let first = sound(of: reader, blocks: [4096])
        let reach: FuzzReach = first.samples.isEmpty ? .refused : .read
        guard !first.isBroken else { return reach }
        // How much is asked for at a time shows in nothing, nor does a seek to the start.
        guard (try? reader.seek(to: 0)) != nil else { return reach }
        let again = sound(of: reader, blocks: [1, 1000, 4096, 33])
        guard !again.isBroken, reader.fileFormat.isLinearPCM else { return reach }
        try require(
            first.samples == again.samples,
            "\(first.samples.count) samples, and \(again.samples.count) others from the start again")
        return reach
    }

    /// The bits of what comes, frame by frame, and whether it ends in an error.
    private static func sound(of reader: AudioFileReader, blocks: [Int]) -> (samples: [UInt32], isBroken: Bool) {
        let channels = reader.format.channelCount
        // Of many channels the first ones.
        let kept = min(channels, 8)
        var buffer = PCMBuffer(channelCount: channels, frameCapacity: 4096)
        buffer.frameLength = 4096
        var samples: [UInt32] = []
        var block = 0
        while samples.count < 1 << 19 {
            guard let count = try? reader.read(into: &buffer, at: 0, frameCount: blocks[block % blocks.count]) else {
                return (samples, true)
            }
            if count == 0 { break }
            let start = samples.count
            samples += repeatElement(0, count: count * kept)
            for channel in 0..<kept {
                buffer.withChannel(channel) { span in
                    for index in 0..<count { samples[start + index * kept + channel] = span[index].bitPattern }
                }
            }
            block += 1
        }
        return (samples, false)
    }
}
