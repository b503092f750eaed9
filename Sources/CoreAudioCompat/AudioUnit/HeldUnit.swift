package import KKAudio

/// A unit that a client has a pointer to, and what the client gave it.
final class HeldUnit {
    let unit: KKUnits.AudioUnit
    let pointer = Handle.next()
    let parameters: UnitParameters
    /// By output bus.
    private var renders: [Int: RenderMemory] = [:]
    private var notifies: [(proc: AURenderCallback, refCon: UnsafeMutableRawPointer?, token: Int)] = []
    private var listeners:
        [(id: UInt32, proc: AudioUnitPropertyListenerProc, userData: UnsafeMutableRawPointer?, token: Int)] =
            []
    /// What ``process(_:_:_:_:)`` has for the unit's input; `nil` as soon as the client supplies that itself.
    private var processed: ProcessedInput?
    /// Whether it is the unit of a graph, which supplies the input as it is described.
    private let isOfGraph: Bool

    /// The files that a player was given, each with a reader of its own.
    var scheduledFiles: [(file: HeldFile, reader: AudioFileReader)] = []

    init(_ unit: KKUnits.AudioUnit, isOfGraph: Bool = false) {
        self.unit = unit
        self.isOfGraph = isOfGraph
        parameters = UnitParameters(unit)
    }

    /// From now on the client knows it.
    func open() -> OpaquePointer { Open.units.add(self, as: pointer) }

    static func of(_ pointer: OpaquePointer?) throws -> HeldUnit {
        try Open.units.object(pointer).orThrow(kAudio_ParamError)
    }

    // MARK: Rendering

    /// A slice of an output bus, into the client's buffers or, where it has none, into memory of the unit.
    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ stamp: AudioTimeStamp, _ bus: UInt32,
        _ frames: UInt32, _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
    ) throws {
        let bus = Int(bus), frameCount = Int(frames)
        var unitFlags = RenderActionFlags(rawValue: flags?.pointee.rawValue ?? 0)
        defer { flags?.pointee = AudioUnitRenderActionFlags(rawValue: unitFlags.rawValue) }
        guard unit.isInitialized, frameCount <= unit.maximumFramesPerSlice, bus < unit.elementCount(.output) else {
            // It says which of the three it is, and remembers it as its last error.
            var none = PCMBuffer(channelCount: 0, frameCapacity: 0)
            return try unit.render(
                &unitFlags, time: AudioTime(sampleTime: 0, sampleRate: 1), bus: bus, frameCount: frameCount, into: &none
            )
        }
        let format = try unit.streamFormat(.output, element: bus)
        let time = AudioTime(sampleTime: try stamp.frame(), sampleRate: format.sampleRate)
        let memory = try self.memory(bus, format)
        // A callback may ask for the very slice that it is called for.
        if memory.isInUse { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
        memory.isInUse = true
        defer { memory.isInUse = false }
        try memory.check(ioData, byteCount: frameCount * Int(format.bytesPerFrame))
        KKSetHostTime(time.hostTime ?? 0)
        try unit.render(&unitFlags, time: time, bus: bus, frameCount: frameCount, into: &memory.buffer)
        memory.give(frameCount, to: ioData)
    }

    private func memory(_ bus: Int, _ format: StreamDescription) throws -> RenderMemory {
        if let known = renders[bus], known.format == format, known.frameCapacity >= unit.maximumFramesPerSlice {
            return known
        }
        let made = try RenderMemory(format, frameCapacity: unit.maximumFramesPerSlice)
        renders[bus] = made
        return made
    }

    /// A slice of an effect, whose input and output are the client's buffers.
    func process(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?, _ stamp: AudioTimeStamp, _ frames: UInt32,
        _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
    ) throws {
        guard unit is EffectUnit else { throw Status(kAudio_UnimplementedError) }
        let input: ProcessedInput
        if let processed, !isOfGraph || processed.source != nil {
            input = processed
        } else {
            input = ProcessedInput()
            try unit.setRenderCallback(bufferList: input.supply, bus: 0)
            processed = input
        }
        if input.source != nil { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
        input.source = ioData
        defer { input.source = nil }
        try render(flags, stamp, 0, frames, ioData)
    }

    /// To be called when the client has supplied an input bus.
    func inputWasSet(_ bus: Int) {
        if bus == 0 { processed = nil }
    }

    // MARK: Who is told

    func addNotify(_ proc: @escaping AURenderCallback, _ refCon: UnsafeMutableRawPointer?) {
        let notify = NotifyProc(proc, refCon)
        let token = unit.addRenderNotify { [unowned unit] flags, time, bus, frames, buffer in
            notify.tell(flags, time, bus, frames, buffer, format: try? unit.streamFormat(.output, element: bus))
        }
        notifies.append((proc, refCon, token))
    }

    func removeNotify(_ proc: AURenderCallback, _ refCon: UnsafeMutableRawPointer?) throws {
        let index = notifies.firstIndex { address(of: $0.proc) == address(of: proc) && $0.refCon == refCon }
        unit.removeRenderNotify(notifies.remove(at: try index.orThrow()).token)
    }

    func addListener(
        _ id: UInt32, _ proc: @escaping AudioUnitPropertyListenerProc, _ userData: UnsafeMutableRawPointer?
    ) {
        let pointer = pointer
        let token = unit.addPropertyListener(PropertyID(rawValue: id)) { _, id, scope, element in
            inCallback { proc(clientData(userData), pointer, id.rawValue, scope.rawValue, UInt32(clamping: element)) }
        }
        listeners.append((id, proc, userData, token))
    }

    func removeListener(
        _ id: UInt32, _ proc: AudioUnitPropertyListenerProc, _ userData: UnsafeMutableRawPointer?
    ) throws {
        let index = listeners.firstIndex {
            $0.id == id && address(of: $0.proc) == address(of: proc) && $0.userData == userData
        }
        unit.removePropertyListener(listeners.remove(at: try index.orThrow()).token)
    }
}

/// Where a function of the client is.
func address(of proc: AURenderCallback) -> UInt { unsafeBitCast(proc, to: UInt.self) }
func address(of proc: AudioUnitPropertyListenerProc) -> UInt { unsafeBitCast(proc, to: UInt.self) }

/// The buffers of an output bus between the unit and the client.
final class RenderMemory {
    let format: StreamDescription
    let frameCapacity: Int
    /// The slice as the unit makes it; in memory of its own, since a callback may have the unit give back what is its.
    var buffer: PCMBuffer
    var isInUse = false
    private var converter: BufferListConverter
    private var list: KKPCM.AudioBufferList
    /// For a client without memory, made when it is needed.
    private var own: BufferMemory?

    init(_ format: StreamDescription, frameCapacity: Int) throws {
        converter = try BufferListConverter(format)
        buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: frameCapacity)
        self.format = format
        self.frameCapacity = frameCapacity
        list = KKPCM.AudioBufferList(for: format, frameCapacity: frameCapacity)
    }

    /// - Throws: `paramErr` for another number of buffers, and for one that is too small.
    func check(_ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>, byteCount: Int) throws {
        let buffers = UnsafeMutableAudioBufferListPointer(try ioData.checked())
        guard buffers.count == list.buffers.count else { throw Status.parameter }
        for buffer in buffers where buffer.mData != nil && Int(buffer.mDataByteSize) < byteCount {
            throw Status.parameter
        }
    }

    func give(_ frameCount: Int, to ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>) {
        converter.pack(buffer, frameCount: frameCount, into: &list)
        let buffers = UnsafeMutableAudioBufferListPointer(ioData)
        for index in buffers.indices where buffers[index].mData == nil {
            let own = own ?? BufferMemory(for: list)
            self.own = own
            buffers[index].mData = own[index]
            buffers[index].mDataByteSize = UInt32(clamping: own.capacity)
        }
        list.copy(to: ioData)
    }
}

/// The pointer to a unit that is another's: the C functions take it as they take those that they gave.
package final class LentUnit {
    package let pointer: OpaquePointer
    private let parameters: UnitParameters

    package init(_ unit: KKUnits.AudioUnit) {
        let held = HeldUnit(unit)
        parameters = held.parameters
        pointer = held.open()
    }

    deinit { Open.units.remove(pointer) }

    /// What the client has set last, by whichever call.
    package func parameter(_ id: ParameterID) throws -> Float {
        try parameters.value(at: ParameterPlace(id: id, scope: .global, element: 0))
    }

    /// Sets a parameter as `AudioUnitSetParameter` does: in its turn among those that other threads set.
    package func setParameter(_ id: ParameterID, _ value: Float) throws {
        try parameters.set(ParameterPlace(id: id, scope: .global, element: 0), to: value)
    }
}
