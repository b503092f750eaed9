internal import KKConvert
internal import KKPCM

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
    /// The rate, and where it began to hold: an output frame, and its place in the input.
    private var pace: (rate: Double, frame: Int64, place: Double) = (1, 0, 0)

    private static let chunkLength = 64

    /// - Parameter windows: of a stretch: how many there are of a place, and whether they lock peaks.
    init(of unit: AudioUnit, bus: Int, windows: (overlap: Int, locksPeaks: Bool)?) throws(AudioUnitError) {
        pulled = PulledInput(of: unit, bus: bus)
        let channelCount = pulled.format.channelCount, pulled = pulled
        speed = VarispeedConverter(channelCount: channelCount, room: Self.chunkLength)
        chunk = PCMBuffer(channelCount: channelCount, frameCapacity: Self.chunkLength)
        do {
            stretched = try windows.map { windows throws(ConvertError) in
                try StretchedSource(
                    pulled, by: 1, overlap: windows.overlap, locksPeaks: windows.locksPeaks, isVarying: true)
            }
            source = stretched ?? pulled
        } catch {
            throw AudioUnitError(
                .formatNotSupported, kind: error.kind, place: unit.place(.input, bus), error.problem,
                nextStep: error.nextStep)
        }
    }

    /// Goes back to the start, on a time line that is not settled yet.
    func reset() {
        // The input and the vocoder over it cannot fail to go back.
        try? source.seek(to: 0)
        speed.reset()
        pulled.origin = nil
        (start, given, pace) = (nil, 0, (pace.rate, 0, 0))
    }

    /// - Parameters:
    ///   - rate: input frames for one of the output.
    ///   - pitch: what frequencies are multiplied by; of no account without a stretch.
    func set(rate: Double, pitch: Double) {
        if rate != pace.rate { pace = (rate, given, place(at: given)) }
        stretched?.setRatio(pitch / rate)
        speed.setRate(stretched == nil ? rate : pitch)
    }

    private func place(at frame: Int64) -> Double { pace.place + Double(frame - pace.frame) * pace.rate }

    /// The end of the output, where the input's end is a frame of the input's own time line and the rate stays.
    func endTime(ofInput end: Int64?) -> Int64? {
        guard let end, let start, let origin = pulled.origin else { return nil }
        let rest = (Double(end.advanced(byFrames: -origin)) - pace.place) / pace.rate
        // What rounding adds is no frame.
        let length = Double(pace.frame) + (rest - 1e-6).rounded(.up)
        return length < 0x1p62 ? start.advanced(byFrames: max(0, Int64(length))) : nil
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
