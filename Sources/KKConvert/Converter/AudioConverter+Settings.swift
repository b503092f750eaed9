internal import KKCodecs
public import KKPCM

extension AudioConverter {
    /// How a converter converts: its properties that can be set, together.
    public struct Settings: Hashable, Sendable, Codable {
        /// For every output channel the input channel it is a copy of, or −1 for silence (`'chmp'`). `nil`: see
        /// ``AudioConverter``.
        public var channelMap: [Int]?
        /// Which channel is which (`'icl '`). Without the other layout it has no effect.
        public var inputLayout: ChannelLayout?
        /// `'ocl '`.
        public var outputLayout: ChannelLayout?
        /// Where the output begins (`'prmm'`).
        public var primeMethod = PrimeMethod.normal
        /// How well the sample rate is converted, from 0 to 0x7F (`'srcq'`): from 0x7F on as ``ResamplerQuality/best``,
        /// from 0x60 on `high`, from 0x40 on `medium`, below `fast`.
        public var quality: UInt32 = 0x60
        /// How the sample rate is converted (`'srca'`).
        public var complexity = Complexity.normal
        /// What is added before integers are rounded (`'dith'`); nothing is added to floating point, µ-law or A-law.
        public var dither = Dither.none
        /// The bits that the dither rounds to (`'dbit'`), the lower ones of the output being zero; `nil` is all that it
        /// has.
        public var ditherBitDepth: Int?
        /// Of the dither's noise.
        public var seed: UInt64 = 0
        /// The bits per second of an encoder, of all channels together (`'brat'`); `nil` leaves them to
        /// ``codecQuality``. See ``AudioConverter/applicableEncodeBitRates``.
        public var encodeBitRate: Int?
        /// How well an encoder encodes, or how hard it tries, from 0 to 0x7F (`'cdqu'`): see `PacketEncoders`.
        public var codecQuality: UInt32 = 0x40
        /// The bits of a lossless stream (`'acbd'`): 16, 20, 24 or 32. `nil`: what the output's description says, or as
        /// many as the input has, and 24 of floating point.
        public var bitDepthHint: Int?

        public init() {}
    }

    /// Where the output of a rate conversion begins (`kConverterPrimeMethod_…`). At equal rates there is no difference.
    public enum PrimeMethod: UInt32, Sendable, Codable, CaseIterable {
        /// The first ``PrimeInfo/leadingFrames`` frames of input are what was before the output's first frame: the
        /// caller has gone back that far.
        case pre = 0
        /// The first frame of the output is the input's first; before it the input is silent.
        case normal = 1
        /// The output is late by ``PrimeInfo/trailingFrames`` frames of input, and no more input is asked for than the
        /// output lasts.
        case none = 2
    }

    /// The frames of input on either side of a place in it that a frame of output there is made of (`'prim'`). Both are
    /// 0 at equal rates.
    ///
    /// Where there are packets it is something else: the frames that an encoder has put before and behind the sound. They
    /// are cut off where packets are decoded, and can be set there.
    public struct PrimeInfo: Hashable, Sendable, Codable {
        public var leadingFrames: Int
        /// Beyond the input's end they are silent.
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
        /// The best there is, at every quality.
        case mastering = "bats"
        /// A filter of minimum phase; kkmix has none.
        case minimumPhase = "minp"

        public var code: FourCharCode { FourCharCode(rawValue) }
    }

    /// Takes new settings, and begins anew as after ``reset()``. On an error the old ones stay, and nothing is lost.
    ///
    /// - Throws: `'fmt?'` for what an encoder cannot be, `'!siz'` for a channel map that has not as many entries as the
    ///   output has channels, −50 for an entry, a layout, a quality or a bit depth out of range, `'op??'` for a
    ///   complexity that kkmix does not have, or while a conversion is under way.
    ///
    /// ## Allocation
    /// The whole inside of the converter.
    public func apply(_ settings: Settings) throws(AudioConverterError) {
        try checkIdle("settings")
        let encoding = try Self.encoding(statedOutput, inputDescription, settings)
        let sink = try Self.sink(statedOutput, encoding)
        lane = try Self.lane(
            Self.effective(settings, packets, encoding), (workDescription, inputFormat), sink)
        (self.settings, self.encoding, self.sink) = (settings, encoding, sink)
        outputDescription = encoding?.encoder.format ?? statedOutput
        reset()
    }

    /// What ``Settings/primeMethod`` speaks of. Where packets are decoded, what is cut off their frames; where they are
    /// encoded, which of their frames are none of the sound: the last ones are known when the stream is complete.
    public var primeInfo: PrimeInfo {
        if let encoding { return encoding.primeInfo }
        guard let trims = packets?.trims else { return lane.primeInfo }
        return PrimeInfo(
            leadingFrames: Int(trims.leading),
            trailingFrames: trims.valid == nil ? trims.trailing : Int(trims.remainder))
    }

    /// The gains between the channels, whether from a map, from layouts or by number.
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
