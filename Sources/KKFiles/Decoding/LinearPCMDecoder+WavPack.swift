internal import KKCodecs
internal import KKPCM

extension LinearPCMDecoder {
    /// The samples of WavPack are linear ones when they are unpacked. Those of float are called what they are, for what
    /// a mix of them is written as.
    convenience init(wavPack source: ByteSource, start: Int64) throws(AudioFileError) {
        try SharedLibrary.libwavpack.load(for: source.name)
        let scan = try WavPackScan(source, start: start)
        let data = try WavPackData(source, scan, start: start)
        let format = data.format
        guard Container.rateLimits.contains(Double(format.sampleRate)) else {
            throw source.damage(.invalidFile, at: start, "the file states a rate of \(format.sampleRate) Hz")
        }
        var stored = Container.StoredFormat.linear(
            rate: Double(format.sampleRate), channels: format.channelCount, bits: 32, containerBits: 32,
            flags: format.isFloat ? .isFloat : .isSignedInteger)
        stored.bitDepth = format.isFloat || !format.isLossless ? nil : format.bitDepth
        if format.channelMask != 0 {
            stored.layout = ChannelLayout(waveMask: format.channelMask, channels: format.channelCount)
        }
        let container = Container(fileType: .wavpack, format: stored)
        var properties = container.properties(of: .wavpack)
        if !format.isFloat {
            properties.dataFormat = StreamDescription(
                sampleRate: Double(format.sampleRate), formatID: .wavPack,
                formatFlags: .lossless(bitDepth: properties.sourceBitDepth),
                channelsPerFrame: UInt32(format.channelCount))
        }
        (properties.frameCount, properties.lengthSource) = (scan.frameCount, .scan)
        if scan.statedCount == scan.frameCount { properties.lengthSource = .header }
        properties.warnings = scan.warnings
        if let stated = scan.statedCount, stated != scan.frameCount {
            properties.claimedFrameCount = stated
            properties.warnings.append(.decodable(scan.frameCount, of: stated, path: source.name))
        }
        properties.tags = try APETags.read(source, behind: scan.end)
        try self.init(data, container: container, properties: properties)
    }
}
