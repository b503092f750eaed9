/// A place on a time line: a frame number and the rate it counts at. The sample time of an `AudioTimeStamp`, and
/// nothing else of it: offline there is no host clock, and time is the frame count.
public struct AudioTime: Hashable, Sendable, Codable {
    /// The frame, counted from the start of the time line.
    public var sampleTime: Int64
    /// Frames per second.
    public var sampleRate: Double

    /// A frame of the time line that counts at `sampleRate`.
    public init(sampleTime: Int64, sampleRate: Double) {
        self.sampleTime = sampleTime
        self.sampleRate = sampleRate
    }

    /// The time since frame 0.
    public var seconds: Double { Double(sampleTime) / sampleRate }

    /// The time `frames` later. At either end of all numbers time stands still.
    public func advanced(by frames: Int) -> AudioTime {
        let (later, isBeyond) = sampleTime.addingReportingOverflow(Int64(frames))
        return AudioTime(sampleTime: isBeyond ? frames < 0 ? .min : .max : later, sampleRate: sampleRate)
    }
}
