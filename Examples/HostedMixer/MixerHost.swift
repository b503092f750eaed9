import KKAudio

/// Supplies the frames of a mixer's buses.
protocol MixerHostDelegate: AnyObject {
    /// What the frames of a bus look like.
    func format(ofBus bus: Int) -> StreamDescription
    /// Writes `frames` frames of a bus to `buffer`, which is silent.
    func supply(_ frames: Int, ofBus bus: Int, at time: AudioTime, to buffer: inout PCMBuffer) throws
}

/// A mixer and an output unit, found, set up, connected and rendered by hand.
final class MixerHost {
    private let mixer: AudioUnit
    private let output: AudioUnit
    private weak var delegate: (any MixerHostDelegate)?
    private var time: AudioTime
    let format: StreamDescription
    let sliceLength = 2048

    init(busCount: Int, delegate: any MixerHostDelegate) throws {
        self.delegate = delegate
        // AudioComponentFindNext, AudioComponentInstanceNew; a code of zero is any.
        let any = FourCharCode(rawValue: 0)
        guard
            let mixerComponent = AudioComponent.findNext(
                ComponentDescription(type: "aumx", subType: "mcmx", manufacturer: any)),
            let outputComponent = AudioComponent.findNext(
                ComponentDescription(type: "auou", subType: any, manufacturer: any))
        else { throw AudioUnitError(.invalidComponentID, place: "host", "a component is missing") }
        mixer = mixerComponent.makeInstance()
        output = outputComponent.makeInstance()

        let rate = delegate.format(ofBus: 0).sampleRate
        format = .canonical(sampleRate: rate, channels: 2)
        time = AudioTime(sampleTime: 0, sampleRate: rate)
        for unit in [mixer, output] { try unit.setProperty(.maximumFramesPerSlice, sliceLength) }
        try mixer.setProperty(.elementCount, busCount, scope: .input)
        try mixer.setProperty(.streamFormat, format, scope: .output)
        for bus in 0..<busCount {
            try mixer.setProperty(.streamFormat, delegate.format(ofBus: bus), scope: .input, element: bus)
            // AURenderCallbackStruct with self as its inRefCon
            try mixer.setRenderCallback(
                { [unowned self] _, time, bus, frames, buffer in
                    try self.delegate?.supply(frames, ofBus: bus, at: time, to: &buffer)
                }, bus: bus)
        }
        // kAudioUnitProperty_MakeConnection
        try output.makeConnection(from: mixer, sourceBus: 0, to: 0)
        try mixer.initialize()
        try output.initialize()
    }

    func render(_ frames: Int, into buffer: inout PCMBuffer) throws {
        var flags: RenderActionFlags = .offlineRender
        try output.render(&flags, time: time, frameCount: frames, into: &buffer)
        time = time.advanced(by: frames)
    }
}
