internal import KKCodecs
public import KKPCM

/// What is known of formats and layouts by themselves, with no file and no converter: Audio Format Services.
///
/// Each function is a property of `AudioFormatGetProperty`, and what that calls the specifier are its arguments. What a
/// noun says of itself is with the noun: ``KKPCM/ChannelLayout/name``, ``KKPCM/ChannelLayout/tags(channelCount:)``,
/// ``KKPCM/StreamDescription/encodingText``.
///
/// Source: AudioFormat.h.
public enum AudioFormat {
    /// A format that packets can be decoded to, and the tag of its layout, where it has one: `AudioFormatListItem`.
    public struct ListItem: Hashable, Sendable {
        public var description: StreamDescription
        public var channelLayoutTag: UInt32?

        public init(description: StreamDescription, channelLayoutTag: UInt32?) {
            self.description = description
            self.channelLayoutTag = channelLayoutTag
        }
    }

    /// The formats that an ``AudioConverter`` makes of samples (`'acof'`). Some want a library, which is loaded when the
    /// converter is made.
    public static let encodeFormatIDs = AudioConverter.sampleFormats + PacketEncoders.formatIDs

    /// The formats that it makes samples of (`'acif'`), likewise.
    public static let decodeFormatIDs = AudioConverter.sampleFormats + PacketDecoders.formatIDs

    /// The sample rates that a format can be encoded at (`'aesr'`); empty of samples, which have any.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that is not encoded.
    public static func availableEncodeSampleRates(
        _ id: FourCharCode
    ) throws(AudioFormatError) -> [ClosedRange<Double>] { try limits(id, "aesr")?.sampleRates ?? [] }

    /// The bits per second that an encoder of a format can be asked for, of all channels together, over all its rates
    /// and numbers of channels (`'aebr'`); empty where there is no choice. ``AudioConverter/applicableEncodeBitRates``
    /// has those of one stream.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that is not encoded.
    public static func availableEncodeBitRates(
        _ id: FourCharCode
    ) throws(AudioFormatError) -> [ClosedRange<Int>] { try limits(id, "aebr")?.bitRates ?? [] }

    /// The numbers of channels that a format can be encoded with (`'avnc'`); empty of samples, which have any.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that is not encoded.
    public static func availableEncodeNumberChannels(_ id: FourCharCode) throws(AudioFormatError) -> [Int] {
        try limits(id, "avnc").map { Array($0.channels) } ?? []
    }

    private static func limits(
        _ id: FourCharCode, _ property: FourCharCode
    ) throws(AudioFormatError) -> EncoderLimits? {
        guard encodeFormatIDs.contains(id) else {
            throw AudioFormatError(
                .unsupportedDataFormat, kind: .unavailable, property, "\(id) is not encoded",
                nextStep: "choose one of \(encodeFormatIDs.map(\.description).joined(separator: ", "))")
        }
        return PacketEncoders.limits(of: id)
    }

    /// A description with the fields filled in that follow from the others, and from the magic cookie where there is
    /// one (`'fmti'`): the sizes of linear PCM, the frames of a packet, and what a cookie says of rate, channels and
    /// depth, which is believed. A field that is set and does not follow from a cookie stays.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that kkmix knows nothing of, and for a cookie that is damaged.
    public static func formatInfo(
        _ description: StreamDescription, magicCookie: [UInt8] = []
    ) throws(AudioFormatError) -> StreamDescription {
        try known(description, "fmti")
        var filled = description.completed
        if description.isLinearPCM { return filled }
        if let decoder = try decoder(description, magicCookie, "fmti") {
            filled.sampleRate = decoder.format.sampleRate
            filled.channelsPerFrame = decoder.format.channelsPerFrame
            if description.formatID == .appleLossless {
                filled.framesPerPacket = UInt32(clamping: decoder.maximumFramesPerPacket)
            }
            if [.appleLossless, .flac].contains(description.formatID) {
                filled.formatFlags = .lossless(bitDepth: decoder.sourceBitDepth)
            }
        }
        let codec = AudioCodec.of(description.formatID)
        if filled.framesPerPacket == 0 { filled.framesPerPacket = codec?.framesPerPacket(filled.sampleRate) ?? 0 }
        if filled.bytesPerPacket == 0 {
            let bytes = filled.channelsPerFrame.multipliedReportingOverflow(by: codec?.bytesPerChannel ?? 0)
            if !bytes.overflow { filled.bytesPerPacket = bytes.partialValue }
        }
        if [.uLaw, .aLaw].contains(filled.formatID) {
            filled.bytesPerFrame = filled.bytesPerPacket
            filled.bitsPerChannel = 8
        }
        return filled
    }

    /// The formats that the same packets can be decoded to, the best one first (`'flst'`): one, but for AAC
    /// whose cookie tells of extensions.
    ///
    /// - Throws: as ``formatInfo(_:magicCookie:)``.
    public static func formatList(
        _ description: StreamDescription, magicCookie: [UInt8] = []
    ) throws(AudioFormatError) -> [ListItem] {
        let whole = try formatInfo(description, magicCookie: magicCookie)
        let layout = try decoder(whole, magicCookie, "flst").map(\.layout) ?? .standard(whole.channelCount)
        var list = [ListItem(description: whole, channelLayoutTag: layout.tag)]
        if whole.formatID == .aac, let extended = AACConfiguration(cookie: magicCookie)?.extended(whole) {
            let isWidened = extended.channelCount != whole.channelCount
            list.insert(
                ListItem(description: extended, channelLayoutTag: isWidened ? ChannelLayout.stereo.tag : layout.tag),
                at: 0)
        }
        return list
    }

    /// The place of the first format of a list that an ``AudioConverter`` decodes (`'fpfl'`); `nil` when there is none.
    public static func firstPlayableFormat(in list: [ListItem]) -> Int? {
        list.firstIndex { decodeFormatIDs.contains($0.description.formatID) }
    }

    /// Whether packets may differ in their bytes (`'fvbr'`).
    ///
    /// - Throws: `unsupportedDataFormat` for a format that kkmix knows nothing of.
    public static func isVariableBitRate(_ description: StreamDescription) throws(AudioFormatError) -> Bool {
        try known(description, "fvbr")
        return description.bytesPerPacket == 0 && AudioCodec.of(description.formatID)?.bytesPerChannel == 0
    }

    /// Whether packets come with descriptions of where each one lies (`'fexf'`): as AudioFormat.h says, those that may
    /// differ in their bytes.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that kkmix knows nothing of.
    public static func isExternallyFramed(_ description: StreamDescription) throws(AudioFormatError) -> Bool {
        try known(description, "fexf")
        return try isVariableBitRate(description)
    }

    /// - Throws: `unsupportedDataFormat` for what has neither a decoder here nor packets that are known.
    private static func known(_ description: StreamDescription, _ property: FourCharCode) throws(AudioFormatError) {
        guard !description.isLinearPCM, AudioCodec.of(description.formatID) == nil else { return }
        throw AudioFormatError(
            .unsupportedDataFormat, kind: .unavailable, property, "nothing is known of \(description.formatID)",
            nextStep: "use \(decodeFormatIDs.map(\.description).joined(separator: ", "))")
    }

    /// The decoder of a format with a magic cookie, which knows what that says; `nil` where no library is there to read
    /// it.
    private static func decoder(
        _ description: StreamDescription, _ magicCookie: [UInt8], _ property: FourCharCode
    ) throws(AudioFormatError) -> (any PacketDecoder)? {
        guard !magicCookie.isEmpty, PacketDecoders.formatIDs.contains(description.formatID) else { return nil }
        do {
            return try PacketDecoders.decoder(for: description, magicCookie: magicCookie)
        } catch {
            if error.kind == .unavailable { return nil }
            throw AudioFormatError(
                .unsupportedDataFormat, kind: error.kind, property, error.problem, nextStep: error.nextStep)
        }
    }
}
