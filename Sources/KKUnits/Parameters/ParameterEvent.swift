/// A change of a parameter at a frame of the next slice: `AudioUnitParameterEvent`.
///
/// Events hold for one render call and are forgotten after it. That call is cut at every event's start and every ramp's
/// end, and each part is rendered by itself, so a change is exact to the frame; what was rendered in parts is the same
/// as what is rendered in one.
///
/// Source: AUComponent.h; the cutting is AUBase's of Apple's Audio Unit SDK.
public struct ParameterEvent: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
        /// From the frame `offset` of the slice on the parameter is `value`.
        case immediate(offset: Int, value: Float)
        /// Over `frameCount` frames from `offset` on the parameter goes in a straight line from `from` to `to`, which
        /// it has at the frame after the last one. A negative offset continues a ramp that a slice before has begun.
        /// The parameter keeps what it had reached when the slice ends.
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
