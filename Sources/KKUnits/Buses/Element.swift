internal import KKPCM

/// One element of one scope: what a bus is set to, where its frames come from, and the memory they arrive in.
final class Element {
    /// The canonical format inside, with the rate and the channels of ``outerFormat``.
    var format = StreamDescription.canonical(sampleRate: 44_100, channels: 2) {
        didSet {
            if format.channelCount != oldValue.channelCount { stored = nil }
            stored?.sampleRate = format.sampleRate
        }
    }
    /// Whether somebody set them, and they are not just what a connection or another bus of the unit brought along.
    var isFormatSet = false, isLayoutSet = false
    /// What the bus has outside, where that is not canonical.
    var stored: StreamDescription?
    /// What converts between the two, while the unit is initialized; for a callback that gives bytes also where both
    /// are canonical.
    var outside: BusFormat?
    var layout = ChannelLayout.stereo
    var supply = Supply.none {
        didSet {
            if case .connection(let unit, _) = oldValue { unit.takerCount -= 1 }
            if case .connection(let unit, _) = supply { unit.takerCount += 1 }
        }
    }
    /// What a user calls it; empty unless set.
    var name = ""

    private(set) var parameters: [ParameterInfo]
    /// The values of `parameters`, in their order.
    var values: [Float]
    /// The ramps that are under way in the stretch that is being rendered, in the same order.
    var ramps: [ParameterRamp?]

    /// What was pulled last. An input element has room for the largest slice while the unit is initialized; no other
    /// has any.
    var buffer = PCMBuffer(channelCount: 0, frameCapacity: 0)
    /// The most frames that an input element can be asked for at a time, where the unit pulls it in slices of its own.
    var sliceLimit: Int?
    /// The buffer's shape, for those who may ask while it is being written to.
    private var bufferShape = (channelCount: 0, frameCapacity: 0)
    /// The frame after the last one of its sound, on the time line that it is rendered or pulled on; `nil` as long as
    /// there may be more.
    var endTime: Int64?
    /// Whether an output element is being rendered.
    var isRendering = false
    /// Whether that has come to the unit's own work, between the notifications.
    var isProcessing = false

    /// What came with it, and what went wrong, where the buses are pulled side by side.
    var pulledFlags: RenderActionFlags = []
    var pullError: (any Error)?

    /// Where an input element's frames come from.
    enum Supply {
        case none
        case connection(AudioUnit, bus: Int)
        /// An output bus that is made of no input may belong to whoever is fed by it, and must not keep itself alive.
        case inputElement(WeakUnit, bus: Int)
        case callback(RenderCallback)
        case listCallback(BufferListCallback)
    }

    init(parameters: [ParameterInfo]) {
        self.parameters = parameters
        values = parameters.map(\.defaultValue)
        ramps = Array(repeating: nil, count: parameters.count)
    }

    var isRamping: Bool { ramps.contains { $0 != nil } }

    /// Gives every parameter that ramps its value at a frame of the stretch.
    func followRamps(to frame: Int, _ follow: (ParameterID) -> Void = { _ in }) {
        for index in ramps.indices {
            guard let ramp = ramps[index] else { continue }
            values[index] = Float(ramp.value(at: frame))
            follow(parameters[index].id)
        }
    }

    /// The format of the bus, as it was set.
    var outerFormat: StreamDescription { stored ?? format }

    /// Whether frames go in or out as bytes.
    private var isConverted: Bool {
        if case .listCallback = supply { true } else { stored != nil }
    }

    /// - Throws: `formatNotSupported`.
    func openOutside(frameCapacity: Int, place: String) throws(AudioUnitError) {
        outside = isConverted ? try BusFormat(outerFormat, frameCapacity: frameCapacity, place: place) : nil
    }

    /// Whether the format comes with a connection.
    var isConnected: Bool {
        switch supply {
        case .connection, .inputElement: true
        case .none, .callback, .listCallback: false
        }
    }

    /// Whether a callback has told the end of its sound: it is not called again.
    var isOver: Bool { endTime != nil && !isConnected }

    /// The unit that an input element is connected with.
    var source: AudioUnit? {
        switch supply {
        case .connection(let unit, _): unit
        case .inputElement(let source, _): source.unit
        case .none, .callback, .listCallback: nil
        }
    }

    var isSupplied: Bool {
        if case .none = supply { false } else { true }
    }

    /// Takes over what another bus of the unit has; not the format where one was set, and nothing where all comes with a
    /// connection.
    func follow(_ other: Element) {
        if isConnected { return }
        if !isFormatSet { format = other.format }
        if format.channelCount == other.format.channelCount { layout = other.layout }
    }

    /// Has other parameters from here on; those that were there before keep their values.
    func setParameters(_ infos: [ParameterInfo]) {
        let kept = infos.indices.map { index in
            // Most stay where they are.
            let same = parameters.indices.contains(index) && parameters[index].id == infos[index].id ? index : nil
            return (same ?? parameters.firstIndex { $0.id == infos[index].id }).map { values[$0] }
                ?? infos[index].defaultValue
        }
        parameters = infos
        values = kept
        ramps = Array(repeating: nil, count: infos.count)
    }

    func allocateBuffer(frameCapacity: Int) {
        if bufferShape == (format.channelCount, frameCapacity) { return }
        buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: frameCapacity)
        bufferShape = (format.channelCount, frameCapacity)
    }

    func freeBuffer() {
        endTime = nil
        outside = nil
        sliceLimit = nil
        buffer = PCMBuffer(channelCount: 0, frameCapacity: 0)
        bufferShape = (0, 0)
    }
}

/// A unit that somebody else keeps alive.
struct WeakUnit {
    weak var unit: AudioUnit?
}
