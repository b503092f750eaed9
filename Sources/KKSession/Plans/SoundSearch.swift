internal import KKDSP
package import KKFiles
internal import KKPCM

extension PlannedTrack {
    /// The frames of its part that are left when silence is cut off; `nil` if nothing is to be cut.
    ///
    /// - Throws: `badData` if nothing would be left, and when `deadline` is over. A part without frames is left alone.
    func sound(in reader: AudioFileReader, until deadline: RenderDeadline?) throws -> Range<Int64>? {
        guard let level = spec.trim, frameCount != 0 else { return nil }
        try checkPart()
        let sound = try reader.sound(above: level, from: regionStart, length: regionLength, until: deadline)
        if let sound { return sound }
        throw SessionError(
            .badData, "nothing but silence: no sample is above \(level)", place: spec.path,
            nextStep: "leave trim out, or lower its level\(level.linear > 0 ? ": silence:-90dB, or silence:0" : "")")
    }
}

extension AudioFileReader {
    /// Reads a part of the file, and finds the frames from its first sound to its last.
    ///
    /// - Returns: the frames of the file, the first and the last of which have a sample above `level` in some channel;
    ///   `nil` if none has.
    func sound(
        above level: SilenceLevel, from start: Int64, length: Int64?, until deadline: RenderDeadline? = nil
    ) throws -> Range<Int64>? {
        var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: Self.searchedFrames)
        try seek(to: start)
        var position = start, found: Range<Int64>?
        var left = length ?? .max
        while left > 0 {
            try deadline?.check()
            let count = try read(into: &buffer, at: 0, frameCount: Int(min(left, Int64(Self.searchedFrames))))
            guard count > 0 else { break }
            buffer.frameLength = count
            if let sound = buffer.sound(above: level) {
                let first = found?.lowerBound ?? position + Int64(sound.lowerBound)
                found = first..<position + Int64(sound.upperBound)
            }
            position += Int64(count)
            left -= Int64(count)
        }
        suspend()
        return found
    }

    /// Reads the file, and finds the stretches of at least `length` frames that are silent in all channels.
    package func silences(_ level: SilenceLevel, lasting length: Int64) throws -> [Range<Int64>] {
        var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: Self.searchedFrames)
        try seek(to: 0)
        var position: Int64 = 0, begin: Int64 = 0
        var found: [Range<Int64>] = []
        func close(at end: Int64) {
            if end - begin >= length { found.append(begin..<end) }
        }
        while true {
            buffer.frameLength = try read(into: &buffer, at: 0, frameCount: Self.searchedFrames)
            guard buffer.frameLength > 0 else { break }
            for frame in buffer.soundingFrames(above: level) {
                close(at: position + Int64(frame))
                begin = position + Int64(frame) + 1
            }
            position += Int64(buffer.frameLength)
        }
        close(at: position)
        suspend()
        return found
    }

    private static let searchedFrames = 4096
}

extension PCMBuffer {
    /// The frames that have a sample above `level`, rising.
    fileprivate borrowing func soundingFrames(above level: SilenceLevel) -> [Int] {
        guard sound(above: level) != nil else { return [] }
        var isSounding = [Bool](repeating: false, count: frameLength)
        for channel in 0..<channelCount {
            withChannel(channel) { samples in
                for frame in samples.indices where level.isSound(samples[frame]) { isSounding[frame] = true }
            }
        }
        return isSounding.indices.filter { isSounding[$0] }
    }

    /// From the first frame with a sample above `level` to the last; `nil` if there is none.
    fileprivate borrowing func sound(above level: SilenceLevel) -> Range<Int>? {
        var found: Range<Int>?
        for channel in 0..<channelCount {
            let (lowest, highest) = extremes(ofChannel: channel)
            guard level.isSound(lowest) || level.isSound(highest) else { continue }
            withChannel(channel) { samples in
                guard let first = samples.indices.first(where: { level.isSound(samples[$0]) }),
                    let last = samples.indices.last(where: { level.isSound(samples[$0]) })
                else { return }
                found = min(first, found?.lowerBound ?? first)..<max(last + 1, found?.upperBound ?? 0)
            }
        }
        return found
    }
}
