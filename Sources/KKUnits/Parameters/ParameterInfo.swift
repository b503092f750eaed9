/// The description of a parameter: number, name, unit and range.
///
/// Source: `AudioUnitParameterInfo` of AudioUnitProperties.h.
public struct ParameterInfo: Hashable, Sendable {
    public var id: ParameterID
    public var name: String
    public var unit: ParameterUnit
    /// The range of values; with ``upperBoundPerRate``, at a sample rate of 44100.
    public var range: ClosedRange<Float>
    public var defaultValue: Float
    /// The upper end of the range as a fraction of the sample rate: ½ for the Nyquist frequency, `nil` for a fixed end.
    public var upperBoundPerRate: Float?
    /// Whether every finite value is accepted: a fader may be above 1, or negative.
    public var acceptsAnyFiniteValue: Bool
    /// Whether the unit follows a ramp frame by frame (``ParameterEvent``).
    public var canRamp: Bool
    /// Whether only the unit sets it: a meter.
    public var isReadOnly: Bool
    /// The names of the values 0, 1, 2 … of an indexed parameter.
    public var valueNames: [String]
    /// The group to which it belongs, for display.
    public var clump: ParameterClump?
    /// Its name on a command line where that does not follow from ``name``.
    package var givenKeyword: String?

    /// - Parameter keyword: its name on a command line, of which letters and digits count; `nil` makes it of `name`.
    public init(
        id: ParameterID, name: String, keyword: String? = nil, unit: ParameterUnit, range: ClosedRange<Float>,
        defaultValue: Float,
        upperBoundPerRate: Float? = nil, acceptsAnyFiniteValue: Bool = false, canRamp: Bool = false,
        isReadOnly: Bool = false,
        valueNames: [String] = [], clump: ParameterClump? = nil
    ) {
        self.id = id
        self.name = name
        self.unit = unit
        self.range = range
        self.defaultValue = defaultValue
        self.upperBoundPerRate = upperBoundPerRate
        self.acceptsAnyFiniteValue = acceptsAnyFiniteValue
        self.canRamp = canRamp
        self.isReadOnly = isReadOnly
        self.valueNames = valueNames
        self.clump = clump
        givenKeyword = keyword.map(AudioComponent.keyword)
    }

    /// A frequency up to half the sample rate, which follows ramps.
    static func frequency(
        _ id: ParameterID, _ name: String, from lowest: Float, defaultValue: Float, clump: ParameterClump? = nil
    ) -> ParameterInfo {
        ParameterInfo(
            id: id, name: name, unit: .hertz, range: lowest...22_050, defaultValue: defaultValue,
            upperBoundPerRate: 0.5, canRamp: true, clump: clump)
    }

    /// The range at a sample rate. It always includes the default, even if the rate is very low.
    public func range(atSampleRate rate: Double) -> ClosedRange<Float> {
        guard let upperBoundPerRate else { return range }
        return range.lowerBound...max(defaultValue, Float(rate) * upperBoundPerRate)
    }
}

/// Parameters that belong together: the band of an equaliser.
///
/// Source: `clumpID` of `AudioUnitParameterInfo` and `kAudioUnitProperty_ParameterClumpName` of AudioUnitProperties.h.
public struct ParameterClump: Hashable, Sendable {
    /// 1 or more; 0 is `kAudioUnitClumpID_System`.
    public var id: UInt32
    public var name: String

    public init(id: UInt32, name: String) {
        self.id = id
        self.name = name
    }
}
