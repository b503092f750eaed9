internal import KKConvert
internal import KKPCM

/// An input bus as a source without end, on a time line of its own that begins at zero.
///
/// It is pulled in slices of its reader's choosing, so what is read does not depend on the slices that the unit is
/// asked for.
final class PulledInput: FrameSource {
    private unowned let unit: AudioUnit
    private let bus: Int
    private var pulled: PCMBuffer
    private var position: Int64 = 0
    /// The time of the first frame; `nil` before it is asked for, and then zero.
    var origin: Int64?
    let format: StreamDescription

    init(of unit: AudioUnit, bus: Int) {
        self.unit = unit
        self.bus = bus
        format = unit.inputs[bus].format
        pulled = PCMBuffer(channelCount: format.channelCount, frameCapacity: unit.maximumFramesPerSlice)
        unit.settleSliceLimit(of: unit.inputs[bus])
    }

    var frameCount: Int64? { nil }

    /// Settles where the time line begins, if that is not known yet: at zero, or at the time of a frame at another rate.
    func begin(at frame: Int64, sampleRate: Double, isZero: Bool) {
        if origin != nil { return }
        let place = (Double(frame) * (format.sampleRate / sampleRate)).rounded()
        let isSame = format.sampleRate == sampleRate
        // Far enough from the end of all numbers to count on from there.
        origin = isZero || place.magnitude >= 0x1p61 ? 0 : isSame ? frame : Int64(place)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = min(frameCount, unit.inputs[bus].sliceLimit ?? unit.maximumFramesPerSlice)
        let time = AudioTime(sampleTime: (origin ?? 0) + position, sampleRate: format.sampleRate)
        _ = try unit.pullInput(bus, .offlineRender, time: time, frameCount: count, into: &pulled)
        buffer.copy(count, framesFrom: pulled, to: offset)
        position += Int64(count)
        return count
    }

    func seek(to frame: Int64) {
        position = frame
    }
}

extension AudioUnit {
    /// Finds out again what the inputs can be asked for that this unit pulls in slices of its own choosing.
    package func settleSliceLimits() {
        for element in inputs where element.sliceLimit != nil { settleSliceLimit(of: element) }
    }

    /// An input can be asked for no more than any unit above it can give.
    func settleSliceLimit(of input: Element) {
        var limit = maximumFramesPerSlice
        var above = [input], seen: Set<ObjectIdentifier> = []
        while let element = above.popLast() {
            guard let unit = element.source, seen.insert(ObjectIdentifier(unit)).inserted else { continue }
            limit = min(limit, unit.maximumFramesPerSlice)
            above += unit.inputs
        }
        input.sliceLimit = limit
    }
}

/// What comes in at a bus at the rate and with the channels of an output bus.
///
/// ## Allocation
/// In `init`.
final class ConvertedInput {
    private let pulled: PulledInput
    private let source: any FrameSource
    /// The time of the first frame that was asked for.
    private var start: Int64?

    /// - Parameter matrix: from the channels of the input bus to those of the output bus of the same number.
    /// - Throws: `formatNotSupported` for a rate that is too far from the input's.
    init(of unit: AudioUnit, bus: Int, by matrix: ChannelMatrix, quality: ResamplerQuality) throws(AudioUnitError) {
        pulled = PulledInput(of: unit, bus: bus)
        do {
            source = try pulled.converted(
                by: matrix, toSampleRate: unit.outputs[bus].format.sampleRate, quality: quality)
        } catch {
            throw AudioUnitError(
                .formatNotSupported, kind: error.kind, place: unit.place(.input, bus), error.problem,
                nextStep: error.nextStep)
        }
    }

    /// Goes back to the start, on a time line that is not settled yet.
    func reset() {
        // The input and the converters over it cannot fail to go back.
        try? source.seek(to: 0)
        pulled.origin = nil
        start = nil
    }

    /// The end of the output, where the input's end is a frame of the input's own time line.
    func endTime(ofInput end: Int64?) -> Int64? {
        guard let end, let start, let origin = pulled.origin else { return nil }
        let length = ResampledSource.outputLength(
            of: end.advanced(byFrames: -origin), from: pulled.format.sampleRate, to: source.format.sampleRate)
        return start.advanced(byFrames: length)
    }

    /// Gives the next frames, the first ever of which is at `time`.
    ///
    /// - Parameter startsAtZero: whether the input's time line begins at zero then, and not where the output's is.
    func render(_ time: AudioTime, startsAtZero: Bool, frameCount: Int, into buffer: inout PCMBuffer) throws {
        pulled.begin(at: time.sampleTime, sampleRate: source.format.sampleRate, isZero: startsAtZero)
        if start == nil { start = time.sampleTime }
        let count = try source.readFully(into: &buffer, at: 0, frameCount: frameCount)
        buffer.silence(count..<frameCount)
    }
}
