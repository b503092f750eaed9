internal import KKConvert
public import KKPCM

/// Gives `frames` frames for bus `bus`, of which the first is at `time`, as bytes in the format of the bus: one buffer of
/// interleaved channels, or one per channel. Core Audio's `AURenderCallback`.
///
/// The buffers have the size of the frames and are silent at first; write into them. You may also replace them by the
/// same number of buffers with room for the frames; the bus then allocates new ones for the next slice. A callback that
/// leaves them silent may add `outputIsSilence`. A callback whose sound has ended adds `offlineComplete`; the data
/// sizes of the buffers say how many frames are still part of the sound. An error stops the render and reaches the
/// caller unchanged.
public typealias BufferListCallback = (
    _ flags: inout RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int, _ list: inout AudioBufferList
) throws -> Void

/// The outside of a bus: bytes of linear PCM of any kind, which are canonical inside the unit.
///
/// ## Allocation
/// In `init`: a slice of bytes. And behind a callback that put other buffers in the place of its own.
final class BusFormat {
    private var converter: BufferListConverter
    private var list: AudioBufferList
    private let frameCapacity: Int
    /// A slice that is on its way to a list.
    var frames = PCMBuffer(channelCount: 0, frameCapacity: 0)
    private let silence: AudioBufferList

    /// - Throws: `formatNotSupported`.
    init(_ format: StreamDescription, frameCapacity: Int, place: String) throws(AudioUnitError) {
        do {
            converter = try BufferListConverter(format)
        } catch {
            throw AudioUnitError(.formatNotSupported, place: place, error.problem, nextStep: error.nextStep)
        }
        self.frameCapacity = frameCapacity
        list = AudioBufferList(for: format, frameCapacity: frameCapacity)
        var silent = AudioBufferList(for: format, frameCapacity: frameCapacity)
        // Of unsigned samples silence is another number than zero.
        let none = PCMBuffer(channelCount: format.channelCount, frameCapacity: frameCapacity)
        converter.pack(none, frameCount: frameCapacity, into: &silent)
        silence = silent
    }

    /// Has `callback` write a slice of bytes, and converts them to `buffer`. Whatever it does, the bus has its bytes for
    /// the next slice.
    ///
    /// - Returns: the frames that the sizes of its buffers come to.
    /// - Throws: what the callback throws, and `parameter` when it left buffers without room for the slice.
    func pull(
        _ frameCount: Int, into buffer: inout PCMBuffer, place: @autoclosure () -> String,
        _ callback: (inout AudioBufferList) throws -> Void
    ) throws -> Int {
        let byteCount = frameCount * Int(converter.format.bytesPerFrame)
        for index in list.buffers.indices {
            let quiet = silence.buffers[index].bytes
            for byte in 0..<byteCount { list.buffers[index].bytes[byte] = quiet[byte] }
            list.buffers[index].byteCount = byteCount
        }
        defer { if !isWhole { list = AudioBufferList(for: converter.format, frameCapacity: frameCapacity) } }
        try callback(&list)
        guard converter.fits(list, frameCount: frameCount) else {
            throw AudioUnitError(
                .parameter, place: place(),
                "the callback left \(list.buffers.count) buffers that do not hold \(frameCount) frames of [\(converter.format)]",
                nextStep: "write into the given buffers")
        }
        converter.unpack(list, frameCount: frameCount, into: &buffer)
        let left = list.buffers.reduce(byteCount) { min($0, $1.byteCount) }
        return left == byteCount ? frameCount : left / max(1, Int(converter.format.bytesPerFrame))
    }

    /// Whether the list has the buffers that it was made with.
    private var isWhole: Bool {
        let byteCapacity = frameCapacity * Int(converter.format.bytesPerFrame)
        return list.buffers.count == silence.buffers.count
            && list.buffers.allSatisfy { $0.bytes.count == byteCapacity }
    }

    /// Rounds the first `frameCount` frames of `buffer` to what the format can hold.
    func round(_ buffer: inout PCMBuffer, _ frameCount: Int) {
        converter.pack(buffer, frameCount: frameCount, into: &list)
        converter.unpack(list, frameCount: frameCount, into: &buffer)
    }

    /// - Throws: `parameter` for a list that has no room for `frameCount` frames in the shape of the bus.
    func check(
        _ list: AudioBufferList, _ frameCount: Int, place: @autoclosure () -> String
    ) throws(AudioUnitError) {
        guard converter.fits(list, frameCount: frameCount) else {
            throw AudioUnitError(
                .parameter, place: place(),
                "a list of \(list.buffers.count) buffers cannot take \(frameCount) frames of [\(converter.format)]",
                nextStep: "make it with AudioBufferList(for:frameCapacity:)")
        }
    }

    /// Converts the first `frameCount` of ``frames`` to those of a list that was checked.
    func pack(_ frameCount: Int, into list: inout AudioBufferList) {
        converter.pack(frames, frameCount: frameCount, into: &list)
    }
}
