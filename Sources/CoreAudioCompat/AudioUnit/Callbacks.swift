internal import KKAudio

/// Calls a function of the client. While it runs, what would have to wait for its end is refused on this thread.
func inCallback<Result>(_ body: () throws -> Result) rethrows -> Result {
    KKEnterCallback()
    defer { KKLeaveCallback() }
    return try body()
}

/// - Throws: what a graph answers that cannot do a thing now.
func requireNoCallback(_ code: OSStatus = kAUGraphErr_CannotDoInCurrentContext) throws {
    if KKIsInCallback() { throw Status(code) }
}

/// A client's render callback as a supplier of a bus.
final class InputProc {
    private let proc: AURenderCallback
    private let refCon: UnsafeMutableRawPointer?
    private var memory: BufferMemory?

    init?(_ callback: AURenderCallbackStruct) {
        guard let proc = callback.inputProc else { return nil }
        self.proc = proc
        refCon = callback.inputProcRefCon
    }

    /// Says that frames can be rendered from a bus; there are none to look at.
    func tellOfInput(_ flags: RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int) throws {
        var actionFlags = AudioUnitRenderActionFlags(rawValue: flags.rawValue)
        var stamp = AudioTimeStamp(time)
        let status = inCallback {
            proc(clientData(refCon), &actionFlags, &stamp, UInt32(clamping: bus), UInt32(clamping: frames), nil)
        }
        if status != noErr { throw Status(status) }
    }

    func supply(
        _ flags: inout RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int,
        _ list: inout KKPCM.AudioBufferList
    ) throws {
        let memory: BufferMemory
        if let known = self.memory, known.fits(list) { memory = known } else { memory = BufferMemory(for: list) }
        self.memory = memory
        memory.load(list)
        var actionFlags = AudioUnitRenderActionFlags(rawValue: flags.rawValue)
        var stamp = AudioTimeStamp(time)
        let status = inCallback {
            proc(clientData(refCon), &actionFlags, &stamp, UInt32(clamping: bus), UInt32(clamping: frames), memory.list)
        }
        if status != noErr { throw Status(status) }
        memory.store(to: &list)
        flags = RenderActionFlags(rawValue: actionFlags.rawValue)
        // Where its sound ends the sizes say how much of it is left.
        if flags.contains(.offlineComplete) { memory.storeSizes(to: &list) }
    }
}

/// The client's own buffers as the input of a unit that it has process them.
final class ProcessedInput {
    var source: UnsafeMutablePointer<CCoreAudio.AudioBufferList>?

    func supply(
        _ flags: inout RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int,
        _ list: inout KKPCM.AudioBufferList
    ) throws {
        let buffers = UnsafeMutableAudioBufferListPointer(try source.orThrow(kAudioUnitErr_NoConnection))
        guard buffers.count == list.buffers.count else { throw Status.parameter }
        for (index, buffer) in buffers.enumerated() {
            guard let memory = buffer.mData, list.buffers[index].byteCount <= Int(buffer.mDataByteSize) else {
                throw Status.parameter
            }
            let count = min(list.buffers[index].byteCount, list.buffers[index].bytes.count)
            list.buffers[index].bytes.withUnsafeMutableBytes {
                if let first = $0.baseAddress { first.copyMemory(from: memory, byteCount: count) }
            }
        }
    }
}

/// A client's render notification.
final class NotifyProc {
    private let proc: AURenderCallback
    private let refCon: UnsafeMutableRawPointer?
    /// By bus: each may have a format of its own, and be rendered inside a slice of another.
    private var buses: [Int: NotifiedBus] = [:]

    init(_ proc: @escaping AURenderCallback, _ refCon: UnsafeMutableRawPointer?) {
        self.proc = proc
        self.refCon = refCon
    }

    /// In a bus of Float32 the client gets the samples themselves, and what it writes there is heard. Of another format
    /// it gets a copy.
    func tell(
        _ flags: RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int, _ buffer: borrowing PCMBuffer,
        format: StreamDescription?
    ) {
        let known = buses[bus] ?? NotifiedBus()
        buses[bus] = known
        let memory = known.show(buffer, frames, format)
        var actionFlags = AudioUnitRenderActionFlags(rawValue: flags.rawValue)
        var stamp = AudioTimeStamp(time)
        _ = inCallback {
            proc(
                clientData(refCon), &actionFlags, &stamp, UInt32(clamping: bus), UInt32(clamping: frames), memory?.list)
        }
        withExtendedLifetime(memory) {}
    }
}

/// What a notification is shown of a bus.
private final class NotifiedBus {
    private var memory: BufferMemory?
    private var converter: BufferListConverter?
    private var converted = KKPCM.AudioBufferList()

    func show(_ buffer: borrowing PCMBuffer, _ frames: Int, _ format: StreamDescription?) -> BufferMemory? {
        if let format, !format.isCanonical { pack(buffer, frames, format) } else { point(at: buffer, frames) }
        return memory
    }

    private func point(at buffer: borrowing PCMBuffer, _ frames: Int) {
        if memory?.count != buffer.channelCount {
            memory = BufferMemory(buffers: buffer.channelCount, channelsEach: 1, capacity: 0)
        }
        guard let memory else { return }
        let list = UnsafeMutableAudioBufferListPointer(memory.list)
        for channel in 0..<min(buffer.channelCount, list.count) {
            list[channel] = CCoreAudio.AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frames * 4),
                mData: UnsafeMutableRawPointer(buffer.channelPointer(channel)))
        }
    }

    private func pack(_ buffer: borrowing PCMBuffer, _ frames: Int, _ format: StreamDescription) {
        if converter?.format != format {
            converter = try? BufferListConverter(format)
            converted = KKPCM.AudioBufferList()
        }
        if converted.buffers.isEmpty || converted.buffers[0].bytes.count < frames * Int(format.bytesPerFrame) {
            converted = KKPCM.AudioBufferList(for: format, frameCapacity: max(frames, buffer.frameCapacity))
        }
        if memory?.fits(converted) != true { memory = BufferMemory(for: converted) }
        converter?.pack(buffer, frameCount: frames, into: &converted)
        memory?.load(converted)
    }
}
