package import KKAudio

extension AudioTimeStamp {
    /// A sample time, and the host time and the rate scalar that follow from it.
    package init(_ time: AudioTime) {
        self.init()
        mSampleTime = Double(time.sampleTime)
        mRateScalar = time.rateScalar
        mFlags = [.sampleTimeValid, .rateScalarValid]
        if let hostTime = time.hostTime {
            mHostTime = hostTime
            mFlags.insert(.hostTimeValid)
        }
    }

    /// The frame that is meant: 0 if the time stamp does not say.
    ///
    /// - Throws: `paramErr` for what is not a frame.
    func frame() throws -> Int64 {
        guard mFlags.contains(.sampleTimeValid) else { return 0 }
        return try Int64(exactly: mSampleTime.rounded(.down)).orThrow()
    }
}
