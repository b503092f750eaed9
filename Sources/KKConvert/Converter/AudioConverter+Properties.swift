internal import KKCodecs
public import KKPCM

extension AudioConverter {
    /// The properties by Core Audio's codes: `kAudioConverter…` of AudioConverter.h. All others throw `'prop'`.
    public enum Property {
        /// `number`, read-only: the bytes of one frame, the smallest buffer that the callback may give.
        public static let minimumInputBufferSize: FourCharCode = "mibs"
        /// `number`, read-only: the bytes of one frame (of a packet, if packets are encoded), the smallest useful
        /// output buffer.
        public static let minimumOutputBufferSize: FourCharCode = "mobs"
        /// `number`, read-only: the bytes of a packet, in one buffer; an upper bound if packets differ.
        public static let maximumInputPacketSize: FourCharCode = "xips"
        /// `number`, read-only: likewise.
        public static let maximumOutputPacketSize: FourCharCode = "xops"
        /// `number`, read-only, by ``AudioConverter/property(_:of:)``: the bytes of input needed for this many bytes of
        /// output.
        public static let calculateInputBufferSize: FourCharCode = "cibs"
        /// `number`, read-only, likewise: the bytes of output from this many bytes of input.
        public static let calculateOutputBufferSize: FourCharCode = "cobs"
        /// `description`, read-only. `'icdp'` gives the same.
        public static let currentInputStreamDescription: FourCharCode = "acid"
        /// `description`, read-only. `'ocdp'` gives the same.
        public static let currentOutputStreamDescription: FourCharCode = "acod"
        /// `number`: the code of a ``Complexity``.
        public static let sampleRateConverterComplexity: FourCharCode = "srca"
        /// `number`: ``Settings/quality``.
        public static let sampleRateConverterQuality: FourCharCode = "srcq"
        /// `number`: a ``PrimeMethod``.
        public static let primeMethod: FourCharCode = "prmm"
        /// `primeInfo`: for samples read-only, except zeros; for packets the frames that are cut off, see
        /// ``AudioConverter/setPacketTable(_:)``.
        public static let primeInfo: FourCharCode = "prim"
        /// `magicCookie`, only for packets: see ``AudioConverter/setMagicCookie(_:)``.
        public static let decompressionMagicCookie: FourCharCode = "dmgc"
        /// `magicCookie`, read-only, for encoded packets: ``AudioConverter/compressionMagicCookie``.
        public static let compressionMagicCookie: FourCharCode = "cmgc"
        /// `number`, for encoders with a choice: ``Settings/encodeBitRate``; `'prop'` until one is set.
        public static let encodeBitRate: FourCharCode = "brat"
        /// `ranges`, read-only, likewise: ``AudioConverter/usualEncodeBitRates``, one by one.
        public static let applicableEncodeBitRates: FourCharCode = "aebr"
        /// `ranges`, read-only, likewise: ``AudioConverter/applicableEncodeBitRates``.
        public static let availableEncodeBitRates: FourCharCode = "vebr"
        /// `number`, of encoders with a choice of rates: a `BitRateControl`.
        public static let bitRateControlMode: FourCharCode = "acbf"
        /// `number`, likewise: ``Settings/variableQuality``.
        public static let variableQuality: FourCharCode = "vbrq"
        /// `ranges`, read-only, of encoders: ``AudioConverter/availableEncodeSampleRates``. `'vesr'` gives the same.
        public static let applicableEncodeSampleRates: FourCharCode = "aesr"
        /// `numbers`, read-only, of encoders: the tag of ``AudioConverter/encoderLayout``, if there is one.
        public static let availableEncodeChannelLayoutTags: FourCharCode = "aecl"
        /// `number`, of encoders: ``Settings/codecQuality``.
        public static let codecQuality: FourCharCode = "cdqu"
        /// `number`, for encoders: ``Settings/bitDepthHint``; until it is set, the depth of a lossless encoder, and 0
        /// for others.
        public static let bitDepthHint: FourCharCode = "acbd"
        /// `channelMap`; if none is set, the map by number.
        public static let channelMap: FourCharCode = "chmp"
        /// `layout`; `'prop'` until one is set or a decoder has one.
        public static let inputChannelLayout: FourCharCode = "icl "
        /// `layout`; `'prop'` until one is set, or an encoder has one.
        public static let outputChannelLayout: FourCharCode = "ocl "
        /// `number`: 0 none, 1 TPDF, 2 shaped.
        public static let dithering: FourCharCode = "dith"
        /// `number`: ``Settings/ditherBitDepth``.
        public static let ditherBitDepth: FourCharCode = "dbit"
    }

    /// The value of a property.
    public enum PropertyValue: Hashable, Sendable {
        case number(UInt32)
        case channelMap([Int])
        case layout(ChannelLayout)
        case description(StreamDescription)
        case primeInfo(PrimeInfo)
        case magicCookie([UInt8])
        case ranges([ClosedRange<Double>])
        case numbers([UInt32])
    }

    /// `AudioConverterGetProperty`.
    ///
    /// - Throws: `'prop'` for an unknown property.
    public func property(_ id: FourCharCode) throws(AudioConverterError) -> PropertyValue {
        switch id {
        case Property.minimumInputBufferSize, Property.maximumInputPacketSize:
            return .number(UInt32(clamping: maximumInputPacketSize))
        case Property.minimumOutputBufferSize, Property.maximumOutputPacketSize:
            return .number(UInt32(clamping: maximumOutputPacketSize))
        case Property.currentInputStreamDescription, "icdp": return .description(inputDescription)
        case Property.currentOutputStreamDescription, "ocdp": return .description(outputDescription)
        case Property.sampleRateConverterComplexity: return .number(settings.complexity.code.rawValue)
        case Property.sampleRateConverterQuality: return .number(settings.quality)
        case Property.primeMethod: return .number(settings.primeMethod.rawValue)
        case Property.primeInfo: return .primeInfo(primeInfo)
        case Property.channelMap:
            let byNumber = (0..<outputDescription.channelCount).map { $0 < inputDescription.channelCount ? $0 : -1 }
            return .channelMap(settings.channelMap ?? byNumber)
        case Property.dithering: return .number(settings.dither.code)
        case Property.ditherBitDepth: return .number(UInt32(settings.ditherBitDepth ?? sink.format.validBits))
        case Property.calculateInputBufferSize, Property.calculateOutputBufferSize:
            throw AudioConverterError(
                .badPropertySize, place: id.description, "the property needs a number of bytes as its input",
                nextStep: "use property(_:of:)")
        default: break
        }
        if id == Property.decompressionMagicCookie, decodesPackets { return .magicCookie(magicCookie) }
        if id == Property.inputChannelLayout, let layout = effectiveSettings.inputLayout { return .layout(layout) }
        if id == Property.outputChannelLayout, let layout = settings.outputLayout ?? encoderLayout {
            return .layout(layout)
        }
        if let value = encoderProperty(id) { return value }
        throw Self.unknown(id, "there is no such property, or it is not set")
    }

    private func encoderProperty(_ id: FourCharCode) -> PropertyValue? {
        guard let encoder = encoding?.encoder else { return nil }
        switch id {
        case Property.compressionMagicCookie: return .magicCookie(compressionMagicCookie)
        case Property.encodeBitRate: return settings.encodeBitRate.map { .number(UInt32(clamping: $0)) }
        case Property.applicableEncodeBitRates:
            return applicableEncodeBitRates.isEmpty ? nil : .ranges(usualEncodeBitRates.map { Double($0)...Double($0) })
        case Property.availableEncodeBitRates:
            let rates = applicableEncodeBitRates.map { Double($0.lowerBound)...Double($0.upperBound) }
            return rates.isEmpty ? nil : .ranges(rates)
        case Property.bitRateControlMode: return bitRateControl.map { .number($0.rawValue) }
        case Property.variableQuality:
            return bitRateControl.map { _ in .number(settings.variableQuality ?? settings.codecQuality) }
        case Property.applicableEncodeSampleRates, "vesr": return .ranges(availableEncodeSampleRates)
        case Property.availableEncodeChannelLayoutTags:
            return encoder.layout.map { .numbers($0.tag.map { [$0] } ?? []) }
        case Property.codecQuality: return .number(settings.codecQuality)
        case Property.bitDepthHint:
            return .number(UInt32(settings.bitDepthHint ?? outputDescription.losslessBitDepth ?? 0))
        default: return nil
        }
    }

    /// `AudioConverterGetProperty` of `'cibs'` and `'cobs'`, which take a number.
    ///
    /// - Parameter byteCount: of the output for `'cibs'`, of the input for `'cobs'`, in one buffer.
    /// - Throws: `'prop'` for another property, and the errors of ``inputByteCount(forOutput:)`` and
    ///   ``outputByteCount(forInput:)``.
    public func property(_ id: FourCharCode, of byteCount: Int) throws(AudioConverterError) -> PropertyValue {
        switch id {
        case Property.calculateInputBufferSize:
            return .number(UInt32(clamping: try inputByteCount(forOutput: byteCount)))
        case Property.calculateOutputBufferSize:
            return .number(UInt32(clamping: try outputByteCount(forInput: byteCount)))
        default: throw Self.unknown(id, "there is no such property that takes a number")
        }
    }

    /// `AudioConverterSetProperty`. The converter starts again, as after ``reset()``.
    ///
    /// - Throws: `'prop'` for an unknown or read-only property, `'!siz'` for a value of the wrong type, and the errors
    ///   of ``apply(_:)``.
    ///
    /// ## Allocation
    /// That of ``apply(_:)``.
    public func setProperty(_ id: FourCharCode, _ value: PropertyValue) throws(AudioConverterError) {
        var settings = settings
        switch (id, value) {
        case (Property.sampleRateConverterComplexity, .number(let code)):
            settings.complexity = try Self.choice(
                Complexity.allCases.first { $0.code.rawValue == code }, id, "'norm' or 'bats'")
        case (Property.sampleRateConverterQuality, .number(let quality)): settings.quality = quality
        case (Property.primeMethod, .number(let method)):
            settings.primeMethod = try Self.choice(PrimeMethod(rawValue: method), id, "0, 1 or 2")
        case (Property.channelMap, .channelMap(let map)): settings.channelMap = map
        case (Property.inputChannelLayout, .layout(let layout)): settings.inputLayout = layout
        case (Property.outputChannelLayout, .layout(let layout)): settings.outputLayout = layout
        case (Property.dithering, .number(let code)):
            settings.dither = try Self.choice(Dither.allCases.first { $0.code == code }, id, "0, 1 or 2")
        case (Property.ditherBitDepth, .number(let bits)): settings.ditherBitDepth = Int(bits)
        case (Property.codecQuality, .number(let quality)) where encodesPackets: settings.codecQuality = quality
        case (Property.bitDepthHint, .number(let bits)) where encodesPackets: settings.bitDepthHint = Int(bits)
        case (Property.encodeBitRate, .number(let rate)) where !applicableEncodeBitRates.isEmpty:
            settings.encodeBitRate = Int(rate)
        case (Property.bitRateControlMode, .number(let mode)) where !bitRateControls.isEmpty:
            settings.bitRateControl = try Self.choice(BitRateControl(rawValue: mode), id, "0, 1, 2 or 3")
        case (Property.variableQuality, .number(let quality)) where !bitRateControls.isEmpty:
            settings.variableQuality = quality
        case (Property.primeInfo, .primeInfo(let info)): return try setPrimeInfo(info)
        case (Property.decompressionMagicCookie, .magicCookie(let cookie)): return try setMagicCookie(cookie)
        default:
            guard
                Self.canBeSet.contains(id) || decodesPackets && Self.canBeSetOfPackets.contains(id)
                    || encodesPackets && Self.canBeSetOfEncoders.contains(id)
                    || !bitRateControls.isEmpty && Self.canBeSetOfBitRates.contains(id)
            else {
                throw Self.unknown(id, "there is no such property that can be set")
            }
            throw AudioConverterError(
                .badPropertySize, place: id.description, "the value has the wrong type for this property",
                nextStep: "see AudioConverter.Property for its type")
        }
        try apply(settings)
    }

    private static let canBeSet = [
        Property.sampleRateConverterComplexity, Property.sampleRateConverterQuality, Property.primeMethod,
        Property.channelMap,
        Property.inputChannelLayout, Property.outputChannelLayout, Property.dithering, Property.ditherBitDepth,
    ]
    private static let canBeSetOfPackets = [Property.primeInfo, Property.decompressionMagicCookie]
    private static let canBeSetOfEncoders = [Property.codecQuality, Property.bitDepthHint]
    private static let canBeSetOfBitRates = [
        Property.encodeBitRate, Property.bitRateControlMode, Property.variableQuality,
    ]

    private static func unknown(_ id: FourCharCode, _ problem: String) -> AudioConverterError {
        AudioConverterError(
            .propertyNotSupported, place: id.description, problem, nextStep: "choose one of AudioConverter.Property")
    }

    private static func choice<Value>(
        _ value: Value?, _ id: FourCharCode, _ choices: String
    ) throws(AudioConverterError) -> Value {
        guard let value else {
            throw AudioConverterError(
                .parameter, place: id.description, "the value is not one of the property's values",
                nextStep: "choose \(choices)")
        }
        return value
    }
}

extension Dither {
    /// `kDitherAlgorithm_…`
    fileprivate var code: UInt32 {
        switch self {
        case .none: 0
        case .tpdf: 1
        case .shaped: 2
        }
    }
}
