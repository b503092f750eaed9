public import KKConvert
internal import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let multiChannelMixer = ComponentDescription(type: .mixerUnit, subType: "mcmx")
}

/// Mixes any number of input buses, with any channels and rates, into one output bus:
/// `kAudioUnitSubType_MultiChannelMixer`.
///
/// A bus passes through the channel matrix from its layout to the output's, its pan and its volume, and is added in the
/// order of the buses, in Float32. A single track at unity passes bit for bit, and no track's level depends on
/// another's. Pan is a balance (``Pan``), and has no effect on a mono output. Matrix levels that are set for a bus
/// (``setMatrixLevels(_:bus:)``) replace layouts and pan, until its pan is set again. The sum has its own volume, pan
/// and enable.
///
/// Volume and pan follow ramps, frame by frame: the gain of a frame depends only on its position in the ramp.
///
/// A bus with another rate than the output's is converted with ``quality``: it is pulled on its own time line, which
/// begins at zero with the unit's first frame, in slices that do not depend on the output's. It begins again after
/// ``AudioUnit/reset()`` and with a new input.
///
/// An idle bus is skipped. A disabled bus is still pulled, so that its time goes on, but adds nothing. The output is
/// marked as silence if all buses that are heard were.
///
/// No public source documents Core Audio's pan law, its level of a centred mono bus, or the number of buses of a new
/// mixer: these are kkmix's own. It is also kkmix's own that the output's pan and enable work like those of the buses;
/// the header names them for both scopes.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``, and when a bus of an initialized mixer gets an input.
///
/// Source: AudioUnitParameters.h, AudioUnitProperties.h.
public final class MultiChannelMixer: AudioUnit {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// A linear factor; 1. For input and output buses. Any finite value; follows ramps.
        public static let volume: ParameterID = 0
        /// 0 or 1; 1. For input and output buses.
        public static let enable: ParameterID = 1
        /// −1 … 1; 0. For input and output buses. Follows ramps.
        public static let pan: ParameterID = 2
        /// The mean power before the fader, in decibels, of channel 0; add n for channel n. Read only, as all that
        /// follow.
        public static let preAveragePower: ParameterID = 1000
        /// The peak before the fader.
        public static let prePeakHoldLevel: ParameterID = 2000
        /// The mean power after the volume and the enable; for an output bus also after its pan.
        public static let postAveragePower: ParameterID = 3000
        /// The peak at the same point.
        public static let postPeakHoldLevel: ParameterID = 4000
    }

    /// The input buses of a new mixer.
    public static let defaultBusCount = 8

    /// The quality of rate conversion. A change applies from the next initialization.
    public var quality: ResamplerQuality = .high

    /// What is set for the buses and is not a parameter, by bus.
    var inputSettings: [MixerBusSettings]
    var outputSettings = MixerBusSettings()
    /// The way of every bus to the output; there while the mixer is initialized.
    var buses: [MixerBus] = []
    /// A channel of room for a slice, and one for each output channel's gains.
    var row = PCMBuffer(channelCount: 0, frameCapacity: 0)
    var factors = PCMBuffer(channelCount: 0, frameCapacity: 0)

    public init() {
        inputSettings = Array(repeating: MixerBusSettings(), count: Self.defaultBusCount)
        super.init(
            .multiChannelMixer, inputCount: Self.defaultBusCount, outputCount: 1,
            inputParameters: Self.faderInfos, outputParameters: Self.faderInfos)
        for element in inputs + outputs { element.setParameters(Self.stereoInfos) }
    }

    public override var supportedChannelPairs: [ChannelPair] { [.any] }

    override func isElementCountWritable(_ scope: Scope) -> Bool { scope == .input }

    override func elementCountDidChange(_ scope: Scope) {
        let count = inputSettings.count
        if inputs.count < count { inputSettings.removeLast(count - inputs.count) }
        for index in count..<max(count, inputs.count) {
            inputSettings.append(MixerBusSettings())
            inputs[index].setParameters(Self.stereoInfos)
        }
    }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        let target = scope == .input ? inputs[element] : outputs[element]
        let channelCount = target.format.channelCount
        if target.parameters.count != Self.infoCount(channelCount: channelCount) {
            target.setParameters(channelCount == 2 ? Self.stereoInfos : Self.infos(channelCount: channelCount))
        }
        for index in scope == .input ? element..<element + 1 : inputs.indices where inputSettings[index].levels != nil {
            if inputSettings[index].levels?.count != levelCount(ofBus: index) { inputSettings[index].levels = nil }
        }
    }

    override func prepare() throws(AudioUnitError) {
        let output = outputs[0].format
        row = PCMBuffer(channelCount: 1, frameCapacity: maximumFramesPerSlice)
        factors = PCMBuffer(channelCount: output.channelCount, frameCapacity: maximumFramesPerSlice)
        buses = inputs.indices.map { MixerBus(ofBus: $0, of: self) }
        for index in inputs.indices where inputs[index].isSupplied {
            try buses[index].openSource(ofBus: index, of: self)
        }
        for index in inputs.indices {
            updateLevels(ofBus: index)
            inputSettings[index].openMeter(for: inputs[index].format, sampleRate: output.sampleRate)
        }
        outputSettings.openMeter(for: output, sampleRate: output.sampleRate)
    }

    override var workByteCount: Int {
        PCMBuffer.byteCount(
            channelCount: 1 + outputs[0].format.channelCount, frameCapacity: maximumFramesPerSlice)
    }

    override func supplyDidChange(_ bus: Int) throws(AudioUnitError) {
        try buses[bus].openSource(ofBus: bus, of: self)
    }

    override func unprepare() {
        row = PCMBuffer(channelCount: 0, frameCapacity: 0)
        factors = PCMBuffer(channelCount: 0, frameCapacity: 0)
        buses = []
        for index in inputSettings.indices { inputSettings[index].meter = nil }
        outputSettings.meter = nil
    }

    override func resetState() {
        for bus in buses { bus.restart() }
        for settings in inputSettings { settings.meter?.reset() }
        outputSettings.meter?.reset()
    }

    override func parameterDidChange(_ id: ParameterID, _ scope: Scope, _ element: Int) {
        guard scope == .input else { return }
        if id == Parameter.pan { dropLevels(ofBus: element) }
        if buses.indices.contains(element) { updateGains(ofBus: element) }
    }

    override func readOnlyValue(of info: ParameterInfo, _ scope: Scope, _ element: Int) -> Float {
        let (kind, channel) = info.id.rawValue.quotientAndRemainder(dividingBy: 1000)
        let meter = scope == .input ? inputSettings[element].meter : outputSettings.meter
        return meter?.value(ofKind: Int(kind), channel: Int(channel)) ?? info.defaultValue
    }

    override var listedSettings: [ClassInfo.List] {
        inputSettings.enumerated().compactMap { bus, settings in
            settings.levels.map { ClassInfo.List(property: .matrixLevels, scope: .input, element: bus, values: $0) }
        }
    }

    override func check(_ list: ClassInfo.List) throws(AudioUnitError) {
        guard list.property == .matrixLevels && list.scope == .input else { return try super.check(list) }
        try check(list.values, bus: list.element)
    }

    override func apply(_ list: ClassInfo.List) {
        takeLevels(list.values, bus: list.element)
    }

    override func pullBeside(_ bus: Int, _ flags: RenderActionFlags, time: AudioTime, frameCount: Int) throws {
        inputs[bus].pulledFlags = try pull(bus, flags, time: time, frameCount: frameCount) ? .outputIsSilence : []
    }

    override func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? {
        var last: Int64 = 0
        for index in inputs.indices where inputs[index].isSupplied {
            guard let end = buses[index].endTime(of: inputs[index]) else { return nil }
            last = max(last, end)
        }
        return last
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        let frames = 0..<frameCount
        let isPulled = try pullSideBySide(flags, time: time, frameCount: frameCount)
        var isSilent = true
        var isEmpty = true
        for index in inputs.indices where inputs[index].isSupplied {
            let isPulledSilent =
                try isPulled
                ? inputs[index].pulledFlags.contains(.outputIsSilence)
                : pull(index, flags, time: time, frameCount: frameCount)
            if inputs[index].ramps[Place.pan] != nil { dropLevels(ofBus: index) }
            meter(frames, ofBus: index)
            if !isHeard(inputs[index]) { continue }
            // A silent slice is added like any other: skipping it would let the slicing decide between −0 and +0.
            mix(frames, ofBus: index, into: &buffer, replacing: isEmpty)
            isEmpty = false
            if !isPulledSilent { isSilent = false }
        }
        if isEmpty { buffer.silence(frames) }
        if !applyOutput(frames, to: &buffer) || isSilent { flags.insert(.outputIsSilence) }
    }
}
