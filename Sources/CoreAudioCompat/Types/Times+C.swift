internal import KKAudio

extension AudioTimeStamp {
    /// A sample time, and nothing else of it.
    init(_ time: AudioTime) {
        self.init()
        mSampleTime = Double(time.sampleTime)
        mFlags = .sampleTimeValid
    }

    /// The frame that is meant: 0 where the time stamp does not say.
    ///
    /// - Throws: `paramErr` for what is no frame.
    func frame() throws -> Int64 {
        guard mFlags.contains(.sampleTimeValid) else { return 0 }
        return try Int64(exactly: mSampleTime.rounded(.down)).orThrow()
    }
}
