internal import KKPCM

extension ComponentDescription {
    public static let multiSplitter = ComponentDescription(type: .formatConverterUnit, subType: "mspl")
}

/// One bus in, any number out: `kAudioUnitSubType_MultiSplitter`. Two unless set; Core Audio's own number is nowhere
/// said.
///
/// Source: AUComponent.h.
public final class MultiSplitter: SplitterUnit {
    public init() {
        super.init(.multiSplitter, outputCount: 2)
    }

    override func isElementCountWritable(_ scope: Scope) -> Bool { scope == .output }
}
