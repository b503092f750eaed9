internal import KKPCM

/// The input bus of a converter as a source without end.
final class PulledInput: FrameSource {
    private unowned let unit: AudioUnit
    private let mixing: Crosspoints?
    private var mixed: PCMBuffer
    private var row: PCMBuffer
    private var position: Int64 = 0
    /// The time of the first frame; `nil` before it is asked for.
    var origin: Int64?
    let format: StreamDescription

    init(of unit: AudioUnit, mixing: Crosspoints?) {
        self.unit = unit
        self.mixing = mixing
        let channelCount = mixing == nil ? unit.inputs[0].format.channelCount : unit.outputs[0].format.channelCount
        let capacity = mixing == nil ? 0 : unit.maximumFramesPerSlice
        format = .canonical(sampleRate: unit.inputs[0].format.sampleRate, channels: channelCount)
        mixed = PCMBuffer(channelCount: channelCount, frameCapacity: capacity)
        row = PCMBuffer(channelCount: 1, frameCapacity: capacity)
    }

    var frameCount: Int64? { nil }

    /// Settles where the time line begins, if that is not known yet.
    func begin(at time: AudioTime, isZero: Bool) {
        if origin != nil { return }
        let place = (Double(time.sampleTime) * (format.sampleRate / unit.outputs[0].format.sampleRate)).rounded()
        let isSame = format.sampleRate == unit.outputs[0].format.sampleRate
        // Far enough from the end of all numbers to count on from there.
        origin = isZero || place.magnitude >= 0x1p61 ? 0 : isSame ? time.sampleTime : Int64(place)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = min(frameCount, unit.maximumFramesPerSlice)
        let time = AudioTime(sampleTime: (origin ?? 0) + position, sampleRate: format.sampleRate)
        _ = try unit.pullInput(0, .offlineRender, time: time, frameCount: count)
        if let mixing {
            mixing.mix(0..<count, of: unit.inputs[0].buffer, into: &mixed, replacing: true, row: &row)
            buffer.copy(count, framesFrom: mixed, to: offset)
        } else {
            buffer.copy(count, framesFrom: unit.inputs[0].buffer, to: offset)
        }
        position += Int64(count)
        return count
    }

    func seek(to frame: Int64) {
        position = frame
    }
}
