/// A change of a parameter at a frame of the next slice: `AudioUnitParameterEvent`.
///
/// Events apply to one render call and are forgotten after it. That call is divided at every event's start and every
/// ramp's end, and each part is rendered separately, so a change is exact to the frame. Otherwise the parts do not
/// change the sound.
///
/// Source: AUComponent.h; the cutting is AUBase's of Apple's Audio Unit SDK.
public struct ParameterEvent: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        /// The parameter is `value` from frame `offset` of the slice.
        case immediate(offset: Int, value: Float)
        /// From frame `offset`, the parameter goes in a straight line from `from` to `to` in `frameCount` frames, and
        /// reaches `to` at the frame after the last. A negative offset continues a ramp that began in an earlier slice.
        /// When the slice ends, the parameter keeps the value that it has reached.
        case ramped(offset: Int, frameCount: Int, from: Float, to: Float)
    }

    public var parameter: ParameterID
    public var scope: Scope
    public var element: Int
    public var change: Change

    public init(_ parameter: ParameterID, scope: Scope = .global, element: Int = 0, _ change: Change) {
        self.parameter = parameter
        self.scope = scope
        self.element = element
        self.change = change
    }

    /// The first frame of the slice that the change concerns.
    var start: Int {
        switch change {
        case .immediate(let offset, _): offset
        case .ramped(let offset, _, _, _): offset
        }
    }

    /// The frame after the last one that it concerns; for a sudden change its first one.
    var end: Int {
        switch change {
        case .immediate(let offset, _): offset
        case .ramped(let offset, let frameCount, _, _): offset + frameCount
        }
    }
}

/// A stretch of a ramp as a unit sees it while it renders: the value of frame k is a function of k alone, however the
/// ramp is cut.
struct ParameterRamp {
    var from: Double
    var to: Double
    /// How many frames of the ramp lie before this stretch.
    var position: Int
    var frameCount: Int

    /// The value at a frame of the stretch, counted from its first one.
    func value(at frame: Int) -> Double {
        from + (to - from) * (Double(position + frame) / Double(frameCount))
    }
}
