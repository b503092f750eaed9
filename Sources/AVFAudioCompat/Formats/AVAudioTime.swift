internal import KKAudio

/// A time: a frame number, a host time, or both.
///
/// There is no clock: host time is computed from the rendered frame, in nanoseconds since frame 0 of the engine, and
/// does not advance between slices.
open class AVAudioTime: NSObject, @unchecked Sendable {
    public let audioTimeStamp: AudioTimeStamp
    public let sampleRate: Double

    public init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
        audioTimeStamp = ts.pointee
        self.sampleRate = sampleRate
    }

    public convenience init(hostTime: UInt64) {
        var stamp = AudioTimeStamp()
        stamp.mHostTime = hostTime
        stamp.mFlags = .hostTimeValid
        self.init(audioTimeStamp: &stamp, sampleRate: 0)
    }

    public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = Double(sampleTime)
        stamp.mFlags = .sampleTimeValid
        self.init(audioTimeStamp: &stamp, sampleRate: sampleRate)
    }

    public convenience init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        var stamp = AudioTimeStamp()
        stamp.mHostTime = hostTime
        stamp.mSampleTime = Double(sampleTime)
        stamp.mFlags = [.hostTimeValid, .sampleTimeValid]
        self.init(audioTimeStamp: &stamp, sampleRate: sampleRate)
    }

    public class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
        UInt64(exactly: (seconds * 1e9).rounded()) ?? (seconds > 0 ? .max : 0)
    }

    public class func seconds(forHostTime hostTime: UInt64) -> TimeInterval { Double(hostTime) / 1e9 }

    public var isHostTimeValid: Bool { audioTimeStamp.mFlags.contains(.hostTimeValid) }

    public var hostTime: UInt64 { audioTimeStamp.mHostTime }

    public var isSampleTimeValid: Bool { audioTimeStamp.mFlags.contains(.sampleTimeValid) }

    public var sampleTime: AVAudioFramePosition {
        let time = audioTimeStamp.mSampleTime.rounded(.down)
        return AVAudioFramePosition(exactly: time) ?? (time > 0 ? .max : .min)
    }

    /// This time with its missing host time or sample time computed from a time that has both.
    ///
    /// - Returns: `nil` if the anchor does not have both, or this time has neither.
    open func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, anchorTime.sampleRate > 0 else { return nil }
        if isHostTimeValid && isSampleTimeValid { return self }
        if isSampleTimeValid {
            guard sampleRate > 0 else { return nil }
            let seconds = Double(sampleTime) / sampleRate - Double(anchorTime.sampleTime) / anchorTime.sampleRate
            let host = Double(anchorTime.hostTime) + seconds * 1e9
            return AVAudioTime(
                hostTime: UInt64(exactly: max(0, host).rounded()) ?? .max, sampleTime: sampleTime, atRate: sampleRate)
        }
        guard isHostTimeValid else { return nil }
        let seconds = (Double(hostTime) - Double(anchorTime.hostTime)) / 1e9
        let sample = Double(anchorTime.sampleTime) + seconds * anchorTime.sampleRate
        return AVAudioTime(
            hostTime: hostTime, sampleTime: AVAudioFramePosition(exactly: sample.rounded()) ?? .max,
            atRate: anchorTime.sampleRate)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioTime, sampleRate == other.sampleRate else { return false }
        return isHostTimeValid == other.isHostTimeValid && isSampleTimeValid == other.isSampleTimeValid
            && (!isHostTimeValid || hostTime == other.hostTime)
            && (!isSampleTimeValid || audioTimeStamp.mSampleTime == other.audioTimeStamp.mSampleTime)
    }

    open override var hash: Int { audioTimeStamp.mSampleTime.hashValue }

    open override var description: String {
        "<AVAudioTime:" + (isSampleTimeValid ? " \(sampleTime)/\(sampleRate)" : "")
            + (isHostTimeValid ? " \(hostTime) ns" : "") + ">"
    }

    convenience init(_ time: AudioTime) {
        var stamp = AudioTimeStamp(time)
        self.init(audioTimeStamp: &stamp, sampleRate: time.sampleRate)
    }

    /// Whether it says anything.
    var isTime: Bool { isSampleTimeValid || isHostTimeValid }

    /// The frame of an engine's time line at a rate: that of the sample time, or else of the host time.
    func engineFrame(atRate rate: Double) -> Int64? {
        guard !isSampleTimeValid, isHostTimeValid else { return frame(atRate: rate) }
        return Int64(exactly: (Double(hostTime) / 1e9 * rate).rounded()) ?? .max
    }

    /// The frame of a time line of another rate; `nil` without a sample time.
    func frame(atRate rate: Double) -> Int64? {
        guard isSampleTimeValid else { return nil }
        if sampleRate == rate || sampleRate <= 0 { return sampleTime }
        return Int64(exactly: (audioTimeStamp.mSampleTime * (rate / sampleRate)).rounded())
    }
}
