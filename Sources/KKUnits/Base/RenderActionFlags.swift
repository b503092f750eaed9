/// What a render call says to those it calls, and they to it.
///
/// Source: `AudioUnitRenderActionFlags` of AUComponent.h.
public struct RenderActionFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Given to render notifications before the unit renders.
    public static let preRender = RenderActionFlags(rawValue: 1 << 2)
    /// Given to render notifications after the unit has rendered.
    public static let postRender = RenderActionFlags(rawValue: 1 << 3)
    /// Every sample of the buffer is zero. A hint that saves work: the zeros are really there.
    public static let outputIsSilence = RenderActionFlags(rawValue: 1 << 4)
    /// There is no clock: rendering may take as long as it likes.
    public static let offlineRender = RenderActionFlags(rawValue: 1 << 6)
    /// Set by a callback: what it gives now is the last of its bus, as far as it leaves the length of the buffer. Set by
    /// a unit: all of the bus's sound has been rendered (``AudioUnit/endTime(ofOutput:)``). Core Audio's
    /// `kAudioOfflineUnitRenderAction_Complete`.
    public static let offlineComplete = RenderActionFlags(rawValue: 1 << 7)
    /// With ``postRender``: rendering failed, and the buffer holds nothing of use.
    public static let postRenderError = RenderActionFlags(rawValue: 1 << 8)
}
