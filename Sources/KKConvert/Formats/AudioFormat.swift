internal import KKCodecs
public import KKPCM

/// Facts about formats and layouts, without a file or a converter: Audio Format Services.
///
/// Each function is a property of `AudioFormatGetProperty`; its arguments are the specifier. Some properties are
/// members of the types themselves: ``KKPCM/ChannelLayout/name``, ``KKPCM/ChannelLayout/tags(channelCount:)``,
/// ``KKPCM/StreamDescription/encodingText``.
///
/// Source: AudioFormat.h.
public enum AudioFormat {
    /// A format to which packets can be decoded, and the tag of its layout, if it has one: `AudioFormatListItem`.
    public struct ListItem: Hashable, Sendable {
        public var description: StreamDescription
        public var channelLayoutTag: UInt32?

        public init(description: StreamDescription, channelLayoutTag: UInt32?) {
            self.description = description
            self.channelLayoutTag = channelLayoutTag
        }
    }

    /// The formats that an ``AudioConverter`` encodes (`'acof'`). Some need a library, which is loaded when the
    /// converter is made.
    public static let encodeFormatIDs = AudioConverter.sampleFormats + PacketEncoders.formatIDs

    /// The formats that an ``AudioConverter`` decodes (`'acif'`), likewise.
    public static let decodeFormatIDs = AudioConverter.sampleFormats + PacketDecoders.formatIDs

    /// The sample rates at which a format can be encoded (`'aesr'`); empty for samples, which can have any.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that is not encoded.
    public static func availableEncodeSampleRates(
        _ id: FourCharCode
    ) throws(AudioFormatError) -> [ClosedRange<Double>] { try limits(id, "aesr")?.sampleRates ?? [] }

    /// The bit rates of an encoder, for all channels together, over all its sample rates and numbers of channels
    /// (`'aebr'`); empty if there is no choice. See ``AudioConverter/applicableEncodeBitRates`` for those of one
    /// stream.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that is not encoded.
    public static func availableEncodeBitRates(
        _ id: FourCharCode
    ) throws(AudioFormatError) -> [ClosedRange<Int>] { try limits(id, "aebr")?.bitRates ?? [] }

    /// The numbers of channels with which a format can be encoded (`'avnc'`); empty for samples, which can have any.
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

    /// A description completed from its other fields and from the magic cookie, if there is one (`'fmti'`): the sizes
    /// of linear PCM, the frames of a packet, and the rate, channels and depth of a cookie, which takes precedence.
    /// Other fields that are set do not change.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that kkmix does not know, and for a damaged cookie.
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
            if description.formatID.isLossless {
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

    /// The formats to which the same packets can be decoded, the best first (`'flst'`): only one, except for AAC with
    /// extensions in its cookie.
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

    /// The index of the first format in a list that an ``AudioConverter`` decodes (`'fpfl'`); `nil` if there is none.
    public static func firstPlayableFormat(in list: [ListItem]) -> Int? {
        list.firstIndex { decodeFormatIDs.contains($0.description.formatID) }
    }

    /// Whether packets may differ in size (`'fvbr'`).
    ///
    /// - Throws: `unsupportedDataFormat` for a format that kkmix does not know.
    public static func isVariableBitRate(_ description: StreamDescription) throws(AudioFormatError) -> Bool {
        try known(description, "fvbr")
        return description.bytesPerPacket == 0 && AudioCodec.of(description.formatID)?.bytesPerChannel == 0
    }

    /// Whether packets need descriptions (`'fexf'`): according to AudioFormat.h, those that may differ in size.
    ///
    /// - Throws: `unsupportedDataFormat` for a format that kkmix does not know.
    public static func isExternallyFramed(_ description: StreamDescription) throws(AudioFormatError) -> Bool {
        try known(description, "fexf")
        return try isVariableBitRate(description)
    }

    /// - Throws: `unsupportedDataFormat` for what has neither a decoder here nor packets that are known.
    private static func known(_ description: StreamDescription, _ property: FourCharCode) throws(AudioFormatError) {
        guard !description.isLinearPCM, AudioCodec.of(description.formatID) == nil else { return }
        throw AudioFormatError(
            .unsupportedDataFormat, kind: .unavailable, property, "the format \(description.formatID) is not known",
            nextStep: "use \(decodeFormatIDs.map(\.description).joined(separator: ", "))")
    }

    /// The decoder of a format with a magic cookie, which knows what that says; `nil` if no library is there to read
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
