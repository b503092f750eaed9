internal import KKPCM

extension ComponentDescription {
    public static let matrixMixer = ComponentDescription(type: .mixerUnit, subType: "mxmx")
}

/// Any number of buses in and out, with a volume for every path between their channels: `kAudioUnitSubType_MatrixMixer`.
///
/// The channels of each side are counted across its buses: with two stereo buses in, channel 2 is the left one of bus
/// 1. An output channel is
///
///     (Σ input × (input volume × crosspoint volume)) × (output volume × master volume)
///
/// summed in the order of the input channels, in Float32. Disabled volumes count as 0. A path with the volume 0 adds
/// nothing, not even a zero.
///
/// Parameters belong to channels: an element is the number of a channel in the input or output scope, and in the global
/// scope a crosspoint, `(input << 16) | output` (``crosspoint(input:output:)``), or the whole mixer (``master``).
/// Formats, connections and names belong to buses. A channel number keeps its parameters when formats or numbers of
/// buses change; there are at most 65536 crosspoints.
///
/// All volumes except the master's, which is 1, are 0 at first, so nothing is heard until a crosspoint and both its
/// ends are turned up; everything is enabled. Core Audio's mixer is said to begin with levels of 0; the rest, and one
/// bus on each side of a new mixer, is kkmix's own choice.
///
/// All buses have the same rate. The outputs share a time line and are pulled separately, in slices of any size: an
/// input frame is pulled once and kept for the other outputs for four slices (at least 8192 frames). Scheduled events
/// apply to the next render call of any bus.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
///
/// Source: AudioUnitParameters.h, AudioUnitProperties.h.
public final class MatrixMixer: AudioUnit {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// A linear factor of an input, an output, a crosspoint or the whole mixer. Any finite value; follows ramps.
        public static let volume: ParameterID = 0
        /// 0 or 1; 1. For the same four.
        public static let enable: ParameterID = 1
        /// The mean power of an input or output before its volume, in decibels. Read only, as all that follow.
        public static let preAveragePower: ParameterID = 1000
        public static let prePeakHoldLevel: ParameterID = 2000
        /// After its volume and enable; for an output also after those of the whole mixer.
        public static let postAveragePower: ParameterID = 3000
        public static let postPeakHoldLevel: ParameterID = 4000
        /// The same four as amplitudes; full scale is 1, and the average is the root of the mean square.
        public static let preAveragePowerLinear: ParameterID = 5000
        public static let prePeakHoldLevelLinear: ParameterID = 6000
        public static let postAveragePowerLinear: ParameterID = 7000
        public static let postPeakHoldLevelLinear: ParameterID = 8000
    }

    /// The global element of the whole mixer's volume and enable.
    public static let master = 0xFFFF_FFFF

    /// The global element of the path from an input channel to an output channel, each below 65536.
    public static func crosspoint(input: Int, output: Int) -> Int { input << 16 | output }

    /// The most crosspoints, as many as a bus of 256 channels in and out has.
    static let maximumCrosspointCount = 1 << 16

    /// Volume and enable of every channel, by number; of the crosspoints by input, then output.
    var inputChannels: [Element] = []
    var outputChannels: [Element] = []
    var crosspoints: [[Element]] = []
    /// Which buses are metered.
    var inputSettings: [MixerBusSettings] = []
    var outputSettings: [MixerBusSettings] = []
    /// The input buses, and the first channel of each bus; there while the mixer is initialized.
    var sources: [MatrixInput] = []
    var outputStarts: [Int] = []

    public init() {
        super.init(
            .matrixMixer, inputCount: 1, outputCount: 1,
            globalParameters: Self.faderInfos(volume: 1), inputParameters: Self.channelInfos,
            outputParameters: Self.channelInfos)
        resize()
    }

    public override var supportedChannelPairs: [ChannelPair] { [.any] }

    override func isElementCountWritable(_ scope: Scope) -> Bool { scope != .global }
    override func elementCountDidChange(_ scope: Scope) { resize() }
    override func formatDidChange(_ scope: Scope, _ element: Int) { resize() }

    override func parameterElement(_ scope: Scope, _ element: Int) throws(AudioUnitError) -> Element {
        let (input, output) = (element >> 16, element & 0xFFFF)
        switch scope {
        case .global:
            if element == Self.master { return global }
            if crosspoints.indices.contains(input) && crosspoints[input].indices.contains(output) {
                return crosspoints[input][output]
            }
            throw AudioUnitError(
                .invalidElement, place: name, "there is no crosspoint from channel \(input) to channel \(output)",
                nextStep: "the mixer has \(inputChannels.count) × \(outputChannels.count)")
        case .input, .output:
            let channels = scope == .input ? inputChannels : outputChannels
            if channels.indices.contains(element) { return channels[element] }
            throw AudioUnitError(
                .invalidElement, place: name, "there is no \(scope) channel \(element)",
                nextStep: "the mixer has \(channels.count)")
        }
    }

    override func parameterElements(_ scope: Scope) -> [(number: Int, element: Element)] {
        switch scope {
        case .input: inputChannels.enumerated().map { ($0.offset, $0.element) }
        case .output: outputChannels.enumerated().map { ($0.offset, $0.element) }
        case .global:
            crosspoints.enumerated().flatMap { input, row in
                row.enumerated().map { (Self.crosspoint(input: input, output: $0.offset), $0.element) }
            } + [(Self.master, global)]
        }
    }

    override func validate() throws(AudioUnitError) {
        let rate = (outputs.first ?? inputs.first)?.format.sampleRate
        for scope in [Scope.input, .output] {
            for (index, element) in (scope == .input ? inputs : outputs).enumerated()
            where element.format.sampleRate != rate {
                if scope == .input && !element.isSupplied { continue }
                throw AudioUnitError(
                    .formatNotSupported, place: place(scope, index),
                    "the format [\(element.format)] has another rate than the first output",
                    nextStep: scope == .input ? "put a Converter before it" : "give all buses the same rate")
            }
        }
        let (inputCount, outputCount) = channelCounts
        if inputCount != inputChannels.count || outputCount != outputChannels.count {
            throw AudioUnitError(
                .formatNotSupported, place: name, "a matrix of \(inputCount) × \(outputCount) is too large",
                nextStep: "use at most \(Self.maximumCrosspointCount) crosspoints, and as many channels on either side")
        }
    }

    override func prepare() {
        var first = 0
        sources = inputs.indices.map { index in
            defer { first += inputs[index].format.channelCount }
            return MatrixInput(ofBus: index, firstChannel: first, of: self)
        }
        outputStarts = outputs.indices.map { outputs[..<$0].reduce(0) { $0 + $1.format.channelCount } }
        for index in inputs.indices { inputSettings[index].openMeter(for: inputs[index].format) }
        for index in outputs.indices { outputSettings[index].openMeter(for: outputs[index].format) }
    }

    override func unprepare() {
        sources = []
        for index in inputSettings.indices { inputSettings[index].meter = nil }
        for index in outputSettings.indices { outputSettings[index].meter = nil }
    }

    override func resetState() {
        for source in sources { source.ring.reset() }
        for settings in inputSettings + outputSettings { settings.meter?.reset() }
    }

    override func readOnlyValue(of info: ParameterInfo, _ scope: Scope, _ element: Int) -> Float {
        guard let (meter, channel) = meter(scope, ofChannel: element) else { return info.defaultValue }
        return meter.value(ofKind: Int(info.id.rawValue / 1000), channel: channel)
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        var isSilent = true
        for source in sources where inputs[source.bus].isSupplied {
            if try !pull(source, flags, time: time, frameCount: frameCount, taker: bus) { isSilent = false }
        }
        let frames = 0..<frameCount
        for channel in 0..<buffer.channelCount { mix(frames, toChannel: channel, ofBus: bus, into: &buffer) }
        if isSilent { flags.insert(.outputIsSilence) }
    }
}
