internal import KKDSP
internal import KKPCM
public import KKUnits

extension AudioQueue {
    /// The parameters, with the numbers of AudioQueue.h.
    public enum Parameter {
        /// A linear factor from 0 to 1; 1.
        public static let volume: ParameterID = 1
        /// The speed, from ½ to 2; 1. The pitch changes with it, as on a tape. Values other than 1 need
        /// ``AudioQueue/isTimePitchEnabled``.
        public static let playRate: ParameterID = 2
        /// In cents. kkmix has no algorithm for it yet: 0 is the only value.
        public static let pitch: ParameterID = 3
        /// How long a change of volume takes, in seconds from 0 to 86,400; 0. It applies to volumes that are set after
        /// it, while the queue plays.
        public static let volumeRampTime: ParameterID = 4
        /// From −1, left, to 1, right; 0. If the render format is stereo, a mono queue is panned and a stereo queue
        /// balanced, both by ``Pan``; otherwise it has no effect.
        public static let pan: ParameterID = 13
    }

    /// A parameter's new value (`AudioQueueParameterEvent`).
    public struct ParameterEvent: Hashable, Sendable {
        public var id: ParameterID
        public var value: Float

        public init(_ id: ParameterID, _ value: Float) {
            self.id = id
            self.value = value
        }
    }

    /// What the parameters are, but for the play rate.
    struct ParameterValues {
        var volume: Float = 1
        var rampTime: Float = 0
        var pan: Float = 0
    }

    /// Sets a parameter from the next rendered frame. A change of the play rate comes earlier in the sound by what a
    /// rate converter holds; without one it is exact, too.
    ///
    /// - Throws: `invalidParameter` for an unknown parameter, a value out of range or not finite, a pitch, and a play
    ///   rate while ``isTimePitchEnabled`` is not set.
    public func setParameter(_ id: ParameterID, _ value: Float) throws(AudioQueueError) {
        try checkUsable("setParameter", allowsPending: true)
        try checkPlays("setParameter")
        let event = ParameterEvent(id, value)
        try check(event, "setParameter")
        apply(event)
        if id == Parameter.playRate { line.setPlayRate(value, isBypassed: bypassesTimePitch) }
    }

    /// The value that was set last, even during a ramp of the volume; a buffer's parameters from the frame at which they apply.
    public func parameter(_ id: ParameterID) throws(AudioQueueError) -> Float {
        try checkUsable("parameter", allowsPending: true)
        try checkPlays("parameter")
        switch id {
        case Parameter.volume: return values.volume
        case Parameter.playRate: return line.playRate
        case Parameter.pitch: return 0
        case Parameter.volumeRampTime: return values.rampTime
        case Parameter.pan: return values.pan
        default: throw unknown(id, "parameter")
        }
    }

    /// Takes a value that has been checked. The play rate is the line's business.
    func apply(_ event: ParameterEvent) {
        switch event.id {
        case Parameter.volume:
            values.volume = event.value
            let seconds = state == .stopped ? 0 : Double(values.rampTime)
            let length = (seconds * (output?.description.sampleRate ?? 0)).rounded()
            output?.volume.move(to: Double(event.value), length: Int64(length))
        case Parameter.volumeRampTime:
            values.rampTime = event.value
        case Parameter.pan:
            values.pan = event.value
            output?.setPan(event.value)
        default:
            break
        }
    }

    func check(_ event: ParameterEvent, _ place: String) throws(AudioQueueError) {
        let range: ClosedRange<Float>
        switch event.id {
        case Parameter.volume: range = 0...1
        case Parameter.playRate: range = 0.5...2
        case Parameter.pitch: range = -2400...2400
        case Parameter.volumeRampTime: range = 0...86_400
        case Parameter.pan: range = -1...1
        default: throw unknown(event.id, place)
        }
        guard range.contains(event.value) else {
            throw AudioQueueError(
                .invalidParameter, place: place, "\(event.value) is not a value of parameter \(event.id.rawValue)",
                nextStep: "choose from \(range.lowerBound) to \(range.upperBound)")
        }
        if event.id == Parameter.playRate, event.value != 1, !hasTimePitch {
            throw AudioQueueError(
                .invalidParameter, place: place, "the play rate is 1 in a queue without time pitch",
                nextStep: "call setTimePitchEnabled(true) while it is stopped")
        }
        if event.id == Parameter.pitch, event.value != 0 {
            throw AudioQueueError(
                .invalidParameter, kind: .unavailable, place: place,
                "kkmix has no algorithm that changes only the pitch",
                nextStep: "set a play rate, which also changes the pitch, or a pitch of 0")
        }
    }

    private func unknown(_ id: ParameterID, _ place: String) -> AudioQueueError {
        AudioQueueError(
            .invalidParameter, place: place, "there is no parameter \(id.rawValue)",
            nextStep: "choose one of AudioQueue.Parameter")
    }
}
