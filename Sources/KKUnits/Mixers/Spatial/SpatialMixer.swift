public import KKDSP
internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let spatialMixer = ComponentDescription(type: .mixerUnit, subType: "3dem")
}

/// Sources around a listener, mixed to headphones or loudspeakers: `kAudioUnitSubType_SpatialMixer`.
///
/// A mono bus is placed by its azimuth and elevation (``KKDSP/SpatialKernel``), and its distance makes it quieter
/// (``KKDSP/DistanceAttenuation``), within its lowest and highest gain. A stereo bus gets only the gain of its
/// distance, and passes to left and right. All are added in the order of the buses, in Float32. A disabled bus is still
/// pulled, but adds nothing; an idle bus is skipped.
///
/// ```
/// bus ─► occlusion, obstruction ─► Doppler ─► algorithm ─► distance, within the least and the largest gain ─► gain ─► + ─► output
/// ```
///
/// Positions and gains follow ramps, frame by frame. Set algorithms and rendering flags while the mixer is
/// uninitialized. If one bus has the spherical head, all buses are delayed by 0.26 ms and two frames, and if one has
/// the Doppler shift, by two frames: this is the latency. The time that sound travels is not latency, but part of the
/// tail.
///
/// Unlike Core Audio's mixer it has no reverb or playback rates. All buses have the output's rate. Equal-power
/// panning of a new bus with attenuation and without Doppler shift, and eight buses, are kkmix's own choice.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
///
/// Source: AudioUnitParameters.h, AudioUnitProperties.h.
public final class SpatialMixer: AudioUnit {
    /// The parameters of an input bus, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// −180 … 180°, to the right; 0.
        public static let azimuth: ParameterID = 0
        /// −90 … 90°, upwards; 0.
        public static let elevation: ParameterID = 1
        /// 0 … 10,000 m; 0.
        public static let distance: ParameterID = 2
        /// −120 … 20 dB; 0.
        public static let gain: ParameterID = 3
        /// 0 or 1; 1.
        public static let enable: ParameterID = 5
        /// The lowest gain by distance, as a factor: 0 … 10; 0.
        public static let minGain: ParameterID = 6
        /// 0 … 10; 10.
        public static let maxGain: ParameterID = 7
        /// What is in the way of the source, at 5 kHz: −100 … 0 dB; 0.
        public static let occlusionAttenuation: ParameterID = 10
        /// The same: the two are one behind the other, and without a reverb there is nothing between them.
        public static let obstructionAttenuation: ParameterID = 11
    }

    /// The input buses of a new mixer.
    public static let defaultBusCount = 8

    /// What is set for the buses and is not a parameter, by bus.
    var sources = [SpatialSource](repeating: SpatialSource(), count: defaultBusCount)
    /// What each ear hears of a source with HRTF, at the output's rate; `nil` at first. They are no part of the class info.
    public private(set) var headResponses: HeadResponses?
    /// There while the mixer is initialized.
    private var buses: [SpatialBus] = []

    public init() {
        super.init(.spatialMixer, inputCount: Self.defaultBusCount, outputCount: 1, inputParameters: Self.infos)
    }

    private static let infos = [
        ParameterInfo(
            id: Parameter.azimuth, name: "Azimuth", unit: .degrees, range: -180...180, defaultValue: 0, canRamp: true),
        ParameterInfo(
            id: Parameter.elevation, name: "Elevation", unit: .degrees, range: -90...90, defaultValue: 0,
            canRamp: true),
        ParameterInfo(
            id: Parameter.distance, name: "Distance", unit: .meters, range: 0...10_000, defaultValue: 0, canRamp: true),
        ParameterInfo(
            id: Parameter.gain, name: "Gain", unit: .decibels, range: -120...20, defaultValue: 0, canRamp: true),
        ParameterInfo(id: Parameter.enable, name: "Enable", unit: .boolean, range: 0...1, defaultValue: 1),
        ParameterInfo(
            id: Parameter.minGain, name: "Min Gain", unit: .linearGain, range: 0...10, defaultValue: 0, canRamp: true),
        ParameterInfo(
            id: Parameter.maxGain, name: "Max Gain", unit: .linearGain, range: 0...10, defaultValue: 10, canRamp: true),
        ParameterInfo(
            id: Parameter.occlusionAttenuation, name: "Occlusion Attenuation", unit: .decibels, range: -100...0,
            defaultValue: 0, canRamp: true),
        ParameterInfo(
            id: Parameter.obstructionAttenuation, name: "Obstruction Attenuation", unit: .decibels, range: -100...0,
            defaultValue: 0, canRamp: true),
    ]

    /// Where the parameters are in an element.
    private enum Place {
        static let azimuth = 0, elevation = 1, distance = 2, gain = 3, enable = 4, minGain = 5, maxGain = 6
        static let occlusion = 7, obstruction = 8
    }

    /// Sets ``headResponses``; KKFiles reads them from a SOFA file.
    ///
    /// - Throws: `initialized`.
    public func setHeadResponses(_ responses: HeadResponses?) throws(AudioUnitError) {
        try requireUninitialized("the responses of a head cannot be changed", place: name)
        headResponses = responses
    }

    public override var supportedChannelPairs: [ChannelPair] {
        [ChannelPair(input: 1, output: -2), ChannelPair(input: 2, output: -2), ChannelPair(input: 0, output: -2)]
    }

    override func isElementCountWritable(_ scope: Scope) -> Bool { scope == .input }

    override func elementCountDidChange(_ scope: Scope) {
        let count = sources.count
        if inputs.count < count { sources.removeLast(count - inputs.count) }
        sources += Array(repeating: SpatialSource(), count: max(0, inputs.count - count))
    }

    override var listedSettings: [ClassInfo.List] { sources.indices.map(list(ofBus:)) }

    override func check(_ list: ClassInfo.List) throws(AudioUnitError) { _ = try source(of: list) }

    override func apply(_ list: ClassInfo.List) {
        guard let source = try? source(of: list) else { return }
        sources[list.element] = source
    }

    // MARK: Latency and tail

    private func algorithm(_ bus: Int) -> SpatialKernel.Algorithm {
        inputs[bus].format.channelCount == 1 ? sources[bus].algorithm : .stereoPassThrough
    }

    private var latencyFrames: Int {
        let rate = outputs[0].format.sampleRate
        return inputs.indices.map { algorithm($0).latency(atSampleRate: rate, sources[$0].rendering) }.max() ?? 0
    }

    private var tailFrames: Int {
        let rate = outputs[0].format.sampleRate
        return inputs.indices.map { bus in
            let values = inputs[bus].values
            let obstruction = Double(values[Place.occlusion] + values[Place.obstruction])
            let distance = sources[bus].motion?.farthest ?? Double(values[Place.distance])
            let way = sources[bus].rendering.contains(.dopplerShift) ? SpatialKernel.way(from: distance, rate) : 0
            return algorithm(bus).tail(atSampleRate: rate, headResponses) + way
                + SpatialKernel.tail(ofObstruction: obstruction, sampleRate: rate)
        }.max() ?? 0
    }

    public override var latency: Double { Double(latencyFrames) / outputs[0].format.sampleRate }
    public override var tailTime: Double { Double(tailFrames) / outputs[0].format.sampleRate }

    override func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? {
        endOfInputs?.advanced(byFrames: Int64(latencyFrames + tailFrames))
    }

    // MARK: Rendering

    override func validate() throws(AudioUnitError) {
        let rate = outputs[0].format.sampleRate
        for (index, element) in inputs.enumerated() where element.isSupplied {
            let format = element.format
            if format.channelCount <= 2 && format.sampleRate == rate { continue }
            throw AudioUnitError(
                .formatNotSupported, place: place(.input, index), "the format [\(format)] cannot be placed",
                nextStep: "put a Converter before it: one channel or two, at \(rate) Hz")
        }
        try validateLoudspeakers()
        try validateHead()
        try requireRate(upTo: DelayKernel.highestSampleRate)
    }

    private func validateLoudspeakers() throws(AudioUnitError) {
        let layout = outputs[0].layout
        guard layout.channelCount >= 2 else {
            throw AudioUnitError(
                .formatNotSupported, place: place(.output, 0), "nothing can be placed in \(layout.name)",
                nextStep: "use two channels or more")
        }
        if LoudspeakerRing(layout) != nil { return }
        for (index, source) in sources.enumerated() where source.algorithm == .vectorBasedPanning {
            if !inputs[index].isSupplied || inputs[index].format.channelCount != 1 { continue }
            throw AudioUnitError(
                .formatNotSupported, place: place(.input, index),
                "vector-based panning wants loudspeakers all around, and the output is \(layout.name)",
                nextStep: "use quad, 5.1 or 7.1, or equal-power panning")
        }
    }

    private func validateHead() throws(AudioUnitError) {
        let rate = outputs[0].format.sampleRate
        for (index, element) in inputs.enumerated() where element.isSupplied && algorithm(index) == .hrtf {
            if headResponses?.sampleRate == rate { continue }
            throw AudioUnitError(
                .formatNotSupported, place: place(.input, index), "HRTF wants the responses of a head at \(rate) Hz",
                nextStep: "set headResponses, or use a spherical head")
        }
    }

    override func prepare() {
        let latency = latencyFrames
        buses = zip(inputs, sources).map { element, source in
            SpatialBus(
                SpatialKernel(
                    channelCount: min(2, element.format.channelCount), sampleRate: outputs[0].format.sampleRate,
                    algorithm: source.algorithm, rendering: source.rendering, output: outputs[0].layout,
                    latency: latency, responses: headResponses))
        }
    }

    override var workByteCount: Int {
        let latency = latencyFrames
        return zip(inputs, sources).reduce(0) { sum, bus in
            sum
                + SpatialKernel.heldByteCount(
                    channelCount: min(2, bus.0.format.channelCount), sampleRate: outputs[0].format.sampleRate,
                    algorithm: bus.1.algorithm, rendering: bus.1.rendering, latency: latency, responses: headResponses)
        }
    }

    override func unprepare() { buses = [] }

    override func resetState() { for bus in buses { bus.kernel.reset() } }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        buffer.silence(0..<frameCount)
        var isSilent = true
        for index in inputs.indices where inputs[index].isSupplied {
            let pulled = try pullInput(index, flags, time: time, frameCount: frameCount)
            // What is at rest adds nothing, not even a zero that a bit would show.
            if pulled.contains(.outputIsSilence) && buses[index].kernel.isAtRest { continue }
            isSilent = false
            add(frameCount, at: time.sampleTime, ofBus: index, to: &buffer)
        }
        if isSilent { flags.insert(.outputIsSilence) }
    }

    private func add(_ frameCount: Int, at time: Int64, ofBus index: Int, to buffer: inout PCMBuffer) {
        let element = inputs[index], kernel = buses[index]
        if !element.isRamping && sources[index].motion == nil {
            put(index, at: time)
            return kernel.add(0..<frameCount, of: element.buffer, to: &buffer)
        }
        for frame in 0..<frameCount {
            element.followRamps(to: frame)
            put(index, at: time + Int64(frame))
            kernel.add(frame..<frame + 1, of: element.buffer, to: &buffer)
        }
    }

    /// Puts a bus where its motion says, or its parameters.
    private func put(_ index: Int, at time: Int64) {
        let values = inputs[index].values
        func value(_ place: Int) -> Double { Double(values[place]) }
        let source = sources[index]
        let place =
            source.motion?.place(at: time)
            ?? SpatialMotion.Place(
                azimuth: value(Place.azimuth), elevation: value(Place.elevation), distance: value(Place.distance))
        let distance = place.distance
        let attenuation = source.rendering.contains(.distanceAttenuation) ? source.attenuation.gain(at: distance) : 1
        let gain = max(value(Place.minGain), min(value(Place.maxGain), attenuation))
        buses[index].kernel.place(
            azimuth: place.azimuth, elevation: place.elevation,
            gain: values[Place.enable] == 0 ? 0 : gain * Decibels(value(Place.gain)).linear,
            distance: distance, obstruction: value(Place.occlusion) + value(Place.obstruction))
    }
}

/// An initialized bus.
private final class SpatialBus {
    var kernel: SpatialKernel

    init(_ kernel: consuming SpatialKernel) { self.kernel = kernel }

    func add(_ frames: Range<Int>, of source: borrowing PCMBuffer, to output: inout PCMBuffer) {
        kernel.add(frames, of: source, to: &output)
    }
}
