/// A place on a time line: a frame number and the rate it counts at. An `AudioTimeStamp`: what that has besides the
/// sample time follows from it, since offline there is no clock and time is the frame count.
///
/// Of `mFlags` those of the sample time and the rate scalar are always set, that of the host time where there is a
/// ``hostTime``. The word clock and SMPTE times are not valid.
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

    /// What a host's clock would say that counts nanoseconds and was started with frame 0 (`mHostTime`): ``seconds`` in
    /// nanoseconds, rounded. `nil` before frame 0, and beyond the 584 years that can be counted.
    public var hostTime: UInt64? {
        let nanoseconds = (seconds * 1e9).rounded()
        return nanoseconds >= 0 && nanoseconds < 0x1p64 ? UInt64(nanoseconds) : nil
    }

    /// How much longer a second is by the device than by its nominal rate: there is no device, so 1 (`mRateScalar`).
    public var rateScalar: Double { 1 }

    /// The time `frames` later. At either end of all numbers time stands still.
    public func advanced(by frames: Int) -> AudioTime {
        let (later, isBeyond) = sampleTime.addingReportingOverflow(Int64(frames))
        return AudioTime(sampleTime: isBeyond ? frames < 0 ? .min : .max : later, sampleRate: sampleRate)
    }
}
