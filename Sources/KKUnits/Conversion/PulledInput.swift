internal import KKPCM

/// An input bus as a source without end, on a time line of its own that begins at zero.
///
/// It is pulled in slices of its reader's choosing, so what is read does not depend on the slices that the unit is
/// asked for.
final class PulledInput: FrameSource {
    private unowned let unit: AudioUnit
    private let bus: Int
    private let mixing: Crosspoints?
    /// A slice as it was pulled, and with its channels mixed.
    private var pulled: PCMBuffer
    private var mixed: PCMBuffer
    private var row: PCMBuffer
    private var position: Int64 = 0
    /// The time of the first frame; `nil` before it is asked for, and then zero.
    var origin: Int64?
    let format: StreamDescription

    /// - Parameter mixing: the way to the channels of the unit's first output bus; `nil` leaves the channels as they
    ///   are.
    init(of unit: AudioUnit, bus: Int, mixing: Crosspoints? = nil) {
        self.unit = unit
        self.bus = bus
        self.mixing = mixing
        let own = unit.inputs[bus].format
        let channelCount = mixing == nil ? own.channelCount : unit.outputs[0].format.channelCount
        let capacity = mixing == nil ? 0 : unit.maximumFramesPerSlice
        format = .canonical(sampleRate: own.sampleRate, channels: channelCount)
        pulled = PCMBuffer(channelCount: own.channelCount, frameCapacity: unit.maximumFramesPerSlice)
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
        _ = try unit.pullInput(bus, .offlineRender, time: time, frameCount: count, into: &pulled)
        if let mixing {
            mixing.mix(0..<count, of: pulled, into: &mixed, replacing: true, row: &row)
            buffer.copy(count, framesFrom: mixed, to: offset)
        } else {
            buffer.copy(count, framesFrom: pulled, to: offset)
        }
        position += Int64(count)
        return count
    }

    func seek(to frame: Int64) {
        position = frame
    }
}
