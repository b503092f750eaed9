internal import KKDSP
internal import KKPCM

extension PlaySchedule {
    /// Writes the frames of the time line from `time` on to the front of `buffer`.
    ///
    /// A completion is called between the last frame of its item and the frame after it, so that what it schedules can
    /// follow at once.
    ///
    /// - Returns: whether all of it is silence between items.
    func render(at time: Int64, frameCount: Int, into buffer: inout PCMBuffer) throws -> Bool {
        let time = min(max(time, -Self.horizon), Self.horizon)
        if startsWithNextRender {
            startsWithNextRender = false
            origin = time
        }
        let frame = time - (origin ?? 0)
        if frame != nextFrame { move(to: frame) }
        var done = 0
        var isSilent = true
        while done < frameCount {
            let wait = origin != nil && current < items.count ? items[current].start - nextFrame : .max
            if wait > 0 {
                let count = Int(min(wait, Int64(frameCount - done)))
                buffer.silence(done..<done + count)
                done += count
                nextFrame += Int64(count)
            } else {
                let count = try play(current, into: &buffer, at: done, frameCount: frameCount - done)
                done += count
                nextFrame += Int64(count)
                if count > 0 { isSilent = false }
                if count == 0 || items[current].position == items[current].length {
                    finish(current, hasRunOut: count == 0)
                }
            }
        }
        return isSilent
    }

    /// Reads once from an item.
    private func play(_ index: Int, into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let position = items[index].position
        let wanted = Int(min(Int64(frameCount), (items[index].length ?? .max) - position))
        if wanted <= 0 { return 0 }
        let count: Int
        do {
            if items[index].needsSeek {
                try items[index].source.seek(to: position)
                items[index].needsSeek = false
            }
            count = try items[index].source.read(into: &buffer, at: offset, frameCount: wanted)
        } catch {
            complete(index, error)
            throw error
        }
        if count == 0 { return 0 }
        let frames = offset..<offset + count
        if let fade = items[index].fadeIn { buffer.applyFadeIn(fade, at: position, to: frames) }
        if let fade = items[index].fadeOut {
            buffer.applyFadeOut(fade, endingAt: items[index].fadeOutEnd, at: position, to: frames)
        }
        items[index].position = position + Int64(count)
        items[index].wasRead = true
        if let slice = items[index].slice, !slice.flags.contains(.beganToRender) {
            slice.flags.insert(position > 0 ? [.beganToRender, .beganToRenderLate] : .beganToRender)
        }
        return count
    }

    /// Leaves an item behind.
    private func finish(_ index: Int, hasRunOut: Bool) {
        let position = items[index].position
        if hasRunOut, items[index].wasRead || position == 0, items[index].length != position {
            items[index].length = position
            settle(after: index)
        }
        current += 1
        if current == items.count { endTime = (origin ?? 0) + items[index].start + position }
        // A slice that was given back may be in use elsewhere.
        if items[index].isComplete { return }
        if let slice = items[index].slice, !slice.flags.contains(.beganToRender), position > 0 {
            slice.flags.insert(.beganToRenderLate)
        }
        complete(index)
    }
}
