/// A gain that goes to its new value in a straight line of amplitude.
///
/// Frame 0 of a ramp has the old gain, frame `length` exactly the new one; the gain is a function of the frame alone.
package struct VolumeRamp {
    package private(set) var target: Double
    private var origin: Double
    private var length: Int64 = 0
    /// The next frame.
    private var position: Int64 = 0

    package init(_ gain: Double) {
        target = gain
        origin = gain
    }

    /// Whether the gain stays as it is.
    package var isLevel: Bool { position >= length }

    /// Frames until it does.
    package var framesLeft: Int64 { max(0, length - position) }

    /// The gain `offset` frames on.
    package func gain(at offset: Int) -> Double {
        let frame = position + Int64(offset)
        return frame >= length ? target : origin + (target - origin) * (Double(frame) / Double(length))
    }

    package mutating func advance(_ count: Int) { position += Int64(count) }

    /// Goes from the gain that the next frame would have to `gain`, in `length` frames.
    package mutating func move(to gain: Double, length: Int64) {
        origin = self.gain(at: 0)
        target = gain
        self.length = length
        position = 0
    }
}
