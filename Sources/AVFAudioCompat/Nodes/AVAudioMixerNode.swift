internal import KKAudio

/// Adds any number of inputs, with any rates and channels: a `MultiChannelMixer` of kkmix.
open class AVAudioMixerNode: AVAudioNode {
    private let unit = MultiChannelMixer()
    /// What the unit was prepared for.
    private var prepared: [StreamDescription] = []

    private static let fewestBuses = 8

    public init() { super.init(outputs: 1) }

    private var volumeOfOutput: Float = 1
    /// A linear factor; default: 1.
    public var outputVolume: Float {
        get { guarded { volumeOfOutput } }
        set {
            guarded {
                if newValue.isFinite { volumeOfOutput = newValue }
                try? unit.setParameter(MultiChannelMixer.Parameter.volume, volumeOfOutput, scope: .output)
            }
        }
    }

    /// The first free input bus.
    public var nextAvailableInputBus: AVAudioNodeBus {
        (0...).first { engine?.connection(to: self, $0) == nil } ?? 0
    }

    public override var numberOfInputs: Int { max(Self.fewestBuses, busCount) }

    private var busCount: Int {
        guarded {
            1 + ((engine?.connections ?? []).filter { $0.destination === self }.map(\.destinationBus).max() ?? -1)
        }
    }

    func mixingDidChange(_ connection: Connection) {
        guard connection.destinationBus < unit.elementCount(.input) else { return }
        let bus = connection.destinationBus
        try? unit.setParameter(
            MultiChannelMixer.Parameter.volume, connection.mixing.volume, scope: .input, element: bus)
        try? unit.setParameter(MultiChannelMixer.Parameter.pan, connection.mixing.pan, scope: .input, element: bus)
    }

    override func configure(slice: Int) throws {
        let output = outputFormat(forBus: 0).standard
        let count = numberOfInputs
        let inputs = (0..<count).map { feeds[$0]?.port.format.standard ?? output }
        // Between equal rates a mixer remembers nothing, so it may be prepared again at any time.
        let wanted = ([output] + inputs).map(\.stream)
        if !unit.isInitialized || wanted != prepared || unit.maximumFramesPerSlice != slice {
            unit.uninitialize()
            try unit.setMaximumFramesPerSlice(slice)
            try unit.setElementCount(count, scope: .input)
            try unit.setStreamFormat(output.stream, scope: .output)
            try unit.setChannelLayout(output.layout, scope: .output)
            for (bus, format) in inputs.enumerated() {
                try unit.setStreamFormat(
                    AVAudioFormat(output.sampleRate, format.layout).stream, scope: .input, element: bus)
                try unit.setChannelLayout(format.layout, scope: .input, element: bus)
            }
            prepared = wanted
        }
        for bus in 0..<count {
            let feed = feeds[bus]
            try unit.setRenderCallback(
                feed.map { feed in
                    { flags, _, _, frames, buffer in
                        if try feed.pull(frames, into: &buffer) { flags.insert(.outputIsSilence) }
                    }
                }, bus: bus)
        }
        try unit.initialize()
        for connection in engine?.connections ?? [] where connection.destination === self {
            mixingDidChange(connection)
        }
        try unit.setParameter(MultiChannelMixer.Parameter.volume, outputVolume, scope: .output)
    }

    override func unprepare() { unit.uninitialize() }

    override func produce(
        _ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> Bool {
        var flags: RenderActionFlags = .offlineRender
        try unit.render(&flags, time: time, frameCount: frameCount, into: &buffer)
        return flags.contains(.outputIsSilence)
    }
}
