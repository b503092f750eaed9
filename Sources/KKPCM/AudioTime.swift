/// A position on a time line: a frame number and its rate. An `AudioTimeStamp`: all its other fields follow from the
/// sample time, because offline there is no clock and time is the frame count.
///
/// In `mFlags` the sample time and the rate scalar are always valid, the host time if there is a ``hostTime``, and the
/// word clock and SMPTE times never.
public struct AudioTime: Hashable, Sendable, Codable {
    /// The frame, counted from the start of the time line.
    public var sampleTime: Int64
    /// Frames per second.
    public var sampleRate: Double

    /// A frame of a time line with this sample rate.
    public init(sampleTime: Int64, sampleRate: Double) {
        self.sampleTime = sampleTime
        self.sampleRate = sampleRate
    }

    /// The time since frame 0.
    public var seconds: Double { Double(sampleTime) / sampleRate }

    /// The time of a host clock that counts nanoseconds from frame 0 (`mHostTime`): ``seconds`` in nanoseconds,
    /// rounded. `nil` before frame 0, and after 584 years, the largest number of nanoseconds.
    public var hostTime: UInt64? {
        let nanoseconds = (seconds * 1e9).rounded()
        return nanoseconds >= 0 && nanoseconds < 0x1p64 ? UInt64(nanoseconds) : nil
    }

    /// The ratio of a device's actual rate to its nominal rate: 1, because there is no device (`mRateScalar`).
    public var rateScalar: Double { 1 }

    /// The time `frames` later, limited to the range of frame numbers.
    public func advanced(by frames: Int) -> AudioTime {
        let (later, isBeyond) = sampleTime.addingReportingOverflow(Int64(frames))
        return AudioTime(sampleTime: isBeyond ? frames < 0 ? .min : .max : later, sampleRate: sampleRate)
    }
}
