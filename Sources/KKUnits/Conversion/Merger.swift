internal import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let merger = ComponentDescription(type: .formatConverterUnit, subType: "merg")
}

/// Combines the channels of two input buses in one output bus, bit for bit: first those of bus 0, then those of bus 1.
/// `kAudioUnitSubType_Merger`.
///
/// Setting an input's format also sets the output's, unless that was set itself: the channels of both, in the usual
/// layout for their number, at the given rate. Both inputs must have this rate when the unit is initialized. New buses
/// are mono, so two mono sources make stereo. Both inputs must be connected.
///
/// The comment in AUComponent.h says that a merger has two outputs. By its name, description and use it has one, and so it does here.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
///
/// Source: AUComponent.h.
public final class Merger: AudioUnit {
    public init() {
        super.init(.merger, inputCount: 2, outputCount: 1)
        for element in inputs {
            element.format = .canonical(sampleRate: element.format.sampleRate, channels: 1)
            element.layout = .mono
        }
    }

    /// The output has the sum of both inputs' channels, which no pair can express.
    public override var supportedChannelPairs: [ChannelPair] { [.any] }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        guard scope == .input, !outputs[0].isFormatSet else { return }
        let output = outputs[0], channelCount = inputs[0].format.channelCount + inputs[1].format.channelCount
        let keepsLayout = output.format.channelCount == channelCount
        output.format = .canonical(sampleRate: inputs[element].format.sampleRate, channels: channelCount)
        if !keepsLayout { output.layout = .standard(channelCount) }
    }

    override func validate() throws(AudioUnitError) {
        let output = outputs[0].format, channelCount = inputs[0].format.channelCount + inputs[1].format.channelCount
        guard output.channelCount == channelCount && channelCount <= Self.maximumChannelCount else {
            throw AudioUnitError(
                .formatNotSupported, place: place(.output, 0),
                "the inputs have \(channelCount) channels, the output has \(output.channelCount)",
                nextStep: "give the output as many as both inputs have together, at most \(Self.maximumChannelCount)")
        }
        try requireSameRate()
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        var isSilent = true
        var channel = 0
        for index in inputs.indices {
            if try !pullInput(index, flags, time: time, frameCount: frameCount).contains(.outputIsSilence) {
                isSilent = false
            }
            for source in 0..<inputs[index].format.channelCount {
                buffer.set(0..<frameCount, ofChannel: source, of: inputs[index].buffer, gain: 1, toChannel: channel)
                channel += 1
            }
        }
        if isSilent { flags.insert(.outputIsSilence) }
    }
}
