internal import KKPCM

extension ComponentDescription {
    public static let splitter = ComponentDescription(type: .formatConverterUnit, subType: "splt")
}

/// One bus in, two out: `kAudioUnitSubType_Splitter`. The number of buses is fixed.
///
/// Source: AUComponent.h.
public final class Splitter: SplitterUnit {
    public init() {
        super.init(.splitter, outputCount: 2)
    }
}
