internal import KKConvert
internal import KKPCM

/// How a sound is stretched.
struct StretchWindows {
    /// Windows of a place.
    var overlap: Int
    var locksPeaks: Bool
    var keepsFormants: Bool
}

/// An input bus that is played faster or slower, higher or lower.
///
/// ```
/// input ─► stretched by pitch / rate (StretchedSource) ─► played at the pitch's speed (VarispeedConverter) ─► output
/// ```
///
/// Without a stretch the speed is the rate, as of a tape. A speed holds from the next frame on, a stretch from the next
/// window.
///
/// ## Allocation
/// In `init`.
final class PacedInput {
    private let pulled: PulledInput
    private let stretched: StretchedSource?
    /// What the speed is changed of.
    private let source: any FrameSource
    private let speed: VarispeedConverter
    private var chunk: PCMBuffer

    /// The time of the first frame that was asked for.
    private var start: Int64?
    /// Frames that were given since.
    private var given: Int64 = 0
    private var pace = Pace()

    private static let chunkLength = 64

    init(of unit: AudioUnit, bus: Int, windows: StretchWindows?) throws(AudioUnitError) {
        pulled = PulledInput(of: unit, bus: bus)
        let channelCount = pulled.format.channelCount, pulled = pulled
        speed = VarispeedConverter(channelCount: channelCount, room: Self.chunkLength)
        chunk = PCMBuffer(channelCount: channelCount, frameCapacity: Self.chunkLength)
        stretched = try windows.map { windows throws(AudioUnitError) in
            try unit.stretching(
                pulled, overlap: windows.overlap, locksPeaks: windows.locksPeaks, keepsFormants: windows.keepsFormants,
                place: unit.place(.input, bus))
        }
        source = stretched ?? pulled
    }

    /// Goes back to the start, on a time line that is not settled yet.
    func reset() {
        // The input and the vocoder over it cannot fail to go back.
        try? source.seek(to: 0)
        speed.reset()
        pulled.origin = nil
        (start, given) = (nil, 0)
        pace.restart()
    }

    /// - Parameters:
    ///   - rate: input frames for one of the output.
    ///   - pitch: what frequencies are multiplied by; of no account without a stretch.
    func set(rate: Double, pitch: Double) {
        pace.set(rate, at: given)
        stretched?.setRatio(pitch / rate, pitch: pitch)
        speed.setRate(stretched == nil ? rate : pitch)
    }

    /// The end of the output, where the input's end is a frame of the input's own time line and the rate stays.
    func endTime(ofInput end: Int64?) -> Int64? {
        guard let end, let start, let origin = pulled.origin else { return nil }
        return pace.frame(at: Double(end.advanced(byFrames: -origin))).map { start.advanced(byFrames: max(0, $0)) }
    }

    /// Gives the next frames, the first ever of which is at `time`.
    func render(_ time: Int64, frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) throws {
        pulled.begin(at: time, sampleRate: pulled.format.sampleRate, isZero: false)
        if start == nil { start = time }
        var done = 0
        while done < frameCount {
            done += speed.render(frameCount - done, into: &buffer, at: offset + done)
            if done == frameCount { break }
            let count = try source.readFully(into: &chunk, at: 0, frameCount: Self.chunkLength)
            speed.push(chunk, count)
        }
        given += Int64(frameCount)
    }
}
