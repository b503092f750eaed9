internal import KKPCM

extension ComponentDescription {
    public static let multiSplitter = ComponentDescription(type: .formatConverterUnit, subType: "mspl")
}

/// One bus in, any number out: `kAudioUnitSubType_MultiSplitter`. The default is two; Core Audio's default is not
/// documented.
///
/// Source: AUComponent.h.
public final class MultiSplitter: SplitterUnit {
    public init() {
        super.init(.multiSplitter, outputCount: 2)
    }

    override func isElementCountWritable(_ scope: Scope) -> Bool { scope == .output }
}
