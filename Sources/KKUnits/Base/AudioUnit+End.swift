internal import KKConvert
internal import KKPCM

extension AudioUnit {
    /// The end of an output bus's sound, tails included, as a frame of the time line. `nil` while the rendered slices
    /// have not shown the end, and for sound that never ends.
    ///
    /// A callback reports the end of its bus with ``RenderActionFlags/offlineComplete``; players and sources end when
    /// they have no more frames. A bus without input has ended. A mix of buses ends with the last of them, plus the
    /// latency and the tail of its unit. After its end a bus is silent, and its callback is not called again before
    /// ``reset()``, ``uninitialize()`` or a new input.
    ///
    /// It does not depend on slices or rates: frames of a converted bus are counted at the output's rate.
    public func endTime(ofOutput bus: Int = 0) -> Int64? {
        outputs.indices.contains(bus) ? outputs[bus].endTime : nil
    }

    /// What all supplied inputs come to, on a time line that they share with the output.
    var endOfInputs: Int64? {
        var last: Int64 = 0
        for element in inputs where element.isSupplied {
            guard let end = element.endTime else { return nil }
            last = max(last, end)
        }
        return last
    }

    /// Notes the end that a callback told, at `count` frames after `time`.
    ///
    /// - Parameter count: what the callback left as the length of its sound.
    func end(_ bus: Int, at time: AudioTime, after count: Int, of frameCount: Int, in buffer: inout PCMBuffer) {
        let count = max(0, min(count, frameCount))
        buffer.silence(count..<frameCount)
        inputs[bus].endTime = time.advanced(by: count).sampleTime
    }

    func forgetEnds() {
        for element in inputs { element.endTime = nil }
        for element in outputs { element.endTime = nil }
    }
}

extension Int64 {
    /// The sum, which stands still at the end of all numbers.
    func advanced(byFrames count: Int64) -> Int64 {
        let (sum, isBeyond) = addingReportingOverflow(count)
        return isBeyond ? count < 0 ? .min : .max : sum
    }
}
