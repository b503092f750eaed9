public import KKCodecs
public import KKPCM

extension AudioConverter {
    /// The settings of a converter: all properties that can be set.
    public struct Settings: Hashable, Sendable, Codable {
        /// For every output channel the input channel that it copies, or −1 for silence (`'chmp'`). `nil`: see
        /// ``AudioConverter``.
        public var channelMap: [Int]?
        /// The layout of the input (`'icl '`). It has an effect only together with ``outputLayout``.
        public var inputLayout: ChannelLayout?
        /// `'ocl '`.
        public var outputLayout: ChannelLayout?
        /// Where the output begins (`'prmm'`).
        public var primeMethod = PrimeMethod.normal
        /// The quality of rate conversion, from 0 to 0x7F (`'srcq'`): 0x7F is ``ResamplerQuality/best``, from 0x60
        /// `high`, from 0x40 `medium`, and below `fast`.
        public var quality: UInt32 = 0x60
        /// The kind of rate conversion (`'srca'`).
        public var complexity = Complexity.normal
        /// The dither before rounding to integers (`'dith'`); floating point, µ-law and A-law are not dithered.
        public var dither = Dither.none
        /// The bits to which the dither rounds (`'dbit'`); the lower bits of the output are zero. `nil` uses all bits.
        public var ditherBitDepth: Int?
        /// The seed of the dither noise.
        public var seed: UInt64 = 0
        /// The bits per second of an encoder, of all channels together (`'brat'`); `nil` leaves them to
        /// ``codecQuality``. See ``AudioConverter/applicableEncodeBitRates``.
        public var encodeBitRate: Int?
        /// How an encoder keeps to its bit rate (`'acbf'`); `nil` leaves it to the encoder: see `PacketEncoders`.
        public var bitRateControl: BitRateControl?
        /// The quality of an encoder with a choice of rates and none set, from 0 to 0x7F (`'vbrq'`); `nil` is
        /// ``codecQuality``.
        public var variableQuality: UInt32?
        /// The quality or effort of an encoder, from 0 to 0x7F (`'cdqu'`): see `PacketEncoders`.
        public var codecQuality: UInt32 = 0x40
        /// The bits of a lossless stream (`'acbd'`): 16, 20, 24 or 32. `nil` uses the output's description, or else the
        /// depth of the input, and 24 for floating point.
        public var bitDepthHint: Int?

        public init() {}
    }

    /// Where the output of a rate conversion begins (`kConverterPrimeMethod_…`). At equal rates there is no difference.
    public enum PrimeMethod: UInt32, Sendable, Codable, CaseIterable {
        /// The first ``PrimeInfo/leadingFrames`` frames of input come before the output's first frame: the caller has
        /// gone back that far.
        case pre = 0
        /// The first frame of the output is the input's first; before it the input is silent.
        case normal = 1
        /// The output is late by ``PrimeInfo/trailingFrames`` frames of input, and no more input is requested than the
        /// length of the output.
        case none = 2
    }

    /// The frames of input before and after a position that an output frame there depends on (`'prim'`). Both are 0 at
    /// equal rates.
    ///
    /// For packets the meaning differs: the frames that an encoder adds before and after the sound. They are cut off
    /// when packets are decoded, and can be set for that.
    public struct PrimeInfo: Hashable, Sendable, Codable {
        public var leadingFrames: Int
        /// After the input's end they are silent.
        public var trailingFrames: Int

        public init(leadingFrames: Int, trailingFrames: Int) {
            self.leadingFrames = leadingFrames
            self.trailingFrames = trailingFrames
        }
    }

    /// The kinds of rate conversion, by Core Audio's codes.
    public enum Complexity: String, Sendable, Codable, CaseIterable {
        /// Linear interpolation; kkmix has none.
        case linear = "line"
        /// By ``Settings/quality``.
        case normal = "norm"
        /// The best, at every quality.
        case mastering = "bats"
        /// A filter of minimum phase; kkmix has none.
        case minimumPhase = "minp"

        public var code: FourCharCode { FourCharCode(rawValue) }
    }

    /// Applies new settings, and starts again, as after ``reset()``. After an error the old settings stay, and nothing is lost.
    ///
    /// - Throws: `'fmt?'` for settings that the encoder does not have, `'!siz'` for a channel map whose length is not
    ///   the number of output channels, −50 for an entry, a layout, a quality or a bit depth out of range, `'op??'` for
    ///   a complexity or a ``Settings/bitRateControl`` that there is not, or during a conversion.
    ///
    /// ## Allocation
    /// All internal buffers and filters.
    public func apply(_ settings: Settings) throws(AudioConverterError) {
        try checkIdle("settings")
        let encoding = try Self.encoding(statedOutput, inputDescription, settings)
        let sink = try Self.sink(statedOutput, encoding)
        lane = try Self.lane(
            Self.effective(settings, decoding, encoding), (workDescription, inputFormat), sink)
        (self.settings, self.encoding, self.sink) = (settings, encoding, sink)
        outputDescription = encoding?.encoder.format ?? statedOutput
        reset()
    }

    /// The frames that ``Settings/primeMethod`` refers to. For decoded packets, the frames that are cut off; for
    /// encoded packets, the frames that are not part of the sound (the last ones are known when the stream is
    /// complete).
    public var primeInfo: PrimeInfo {
        if let encoding { return encoding.primeInfo }
        guard let trims = decoding?.trims else { return lane.primeInfo }
        return PrimeInfo(
            leadingFrames: Int(trims.leading),
            trailingFrames: trims.valid == nil ? trims.trailing : Int(trims.remainder))
    }

    /// The gains between the channels, from a map, from layouts or by number.
    public var channelMatrix: ChannelMatrix {
        Self.matrix(effectiveSettings, inputDescription.channelCount, outputDescription.channelCount)
    }

    func checkIdle(_ place: String) throws(AudioConverterError) {
        guard !isBusy else {
            throw AudioConverterError(
                .operationNotSupported, kind: .defect, place: place,
                "the converter is waiting for its own input callback",
                nextStep: "call it after the conversion")
        }
    }
}
