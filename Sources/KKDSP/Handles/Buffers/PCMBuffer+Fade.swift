public import KKPCM

extension PCMBuffer {
    /// Applies a fade-in to `frames` of every channel; the first of them is frame `position` of the fade.
    ///
    /// The gain of a frame is computed from its position alone, in Double, and rounded once: the slice size does not
    /// change the result.
    public mutating func applyFadeIn(_ fade: Fade, at position: Int64, to frames: Range<Int>) {
        applyFade(fade, from: position, step: 1, to: frames)
    }

    /// Multiplies `frames` of every channel by a falling fade whose gain is 0 from frame `end` on; the first of
    /// `frames` is frame `position`.
    ///
    /// It is the fade-in read backwards from `end`, so two linear fades that overlap completely add up to 1.
    public mutating func applyFadeOut(_ fade: Fade, endingAt end: Int64, at position: Int64, to frames: Range<Int>) {
        applyFade(fade, from: end - position, step: -1, to: frames)
    }

    private mutating func applyFade(_ fade: Fade, from position: Int64, step: Int64, to frames: Range<Int>) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        // Nothing to do where the whole range lies on the plateau.
        let last = position + step * Int64(frames.count - 1)
        if frames.isEmpty || min(position, last) >= fade.length { return }
        for index in 0..<frames.count {
            let gain = Float(fade.gain(at: position + step * Int64(index)))
            for channel in 0..<channelCount {
                unsafe channelPointer(channel)[frames.lowerBound + index] *= gain
            }
        }
    }
}
