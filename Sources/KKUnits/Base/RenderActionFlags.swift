/// Flags between a render call and the callbacks that it calls.
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
    /// Every sample of the buffer is zero. A hint that saves work; the buffer really contains the zeros.
    public static let outputIsSilence = RenderActionFlags(rawValue: 1 << 4)
    /// There is no clock: rendering may take any time.
    public static let offlineRender = RenderActionFlags(rawValue: 1 << 6)
    /// Set by a callback: these are the last frames of its bus, as many as the length of the buffer says. Set by a
    /// unit: all sound of the bus has been rendered (``AudioUnit/endTime(ofOutput:)``). Core Audio's
    /// `kAudioOfflineUnitRenderAction_Complete`.
    public static let offlineComplete = RenderActionFlags(rawValue: 1 << 7)
    /// With ``postRender``: rendering failed, and the contents of the buffer are not valid.
    public static let postRenderError = RenderActionFlags(rawValue: 1 << 8)
}
