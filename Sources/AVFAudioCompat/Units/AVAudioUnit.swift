internal import CCoreAudio
internal import KKAudio

/// How a unit is created; here there is only one way: in this process.
public struct AudioComponentInstantiationOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let loadOutOfProcess = AudioComponentInstantiationOptions(rawValue: 1)
    public static let loadInProcess = AudioComponentInstantiationOptions(rawValue: 2)
}

/// A node with an Audio Unit of kkmix.
open class AVAudioUnit: AVAudioNode {
    let unit: EffectUnit
    /// Made when a client asks for its pointer: from then on parameters are set in the order of both ways.
    private var lent: LentUnit?

    init(_ unit: EffectUnit) {
        self.unit = unit
        super.init(outputs: 1)
    }

    public var audioComponentDescription: AudioComponentDescription { AudioComponentDescription(unit.component) }

    /// The unit, for `AudioUnitGetParameter`, `AudioUnitSetParameter` and similar functions. It belongs to the node.
    public var audioUnit: CCoreAudio.AudioUnit {
        guarded {
            let lent = lent ?? LentUnit(unit)
            self.lent = lent
            return lent.pointer
        }
    }

    /// `AUDelay` of `Apple: AUDelay`.
    public var name: String { names.last ?? "" }

    public var manufacturerName: String { names.first ?? "" }

    public var version: Int { 0 }

    private var names: [String] {
        (AudioComponent.all.first { $0.description == unit.component }?.name ?? "").components(separatedBy: ": ")
    }

    /// Creates an effect or a time effect by its description. The handler is called before this returns.
    public class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping (AVAudioUnit?, (any Error)?) -> Void
    ) {
        do {
            completionHandler(try make(audioComponentDescription), nil)
        } catch {
            completionHandler(nil, error)
        }
    }

    /// - Throws: -3000 for a unit that does not exist or is not an effect.
    public class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        try make(audioComponentDescription)
    }

    private static func make(_ description: AudioComponentDescription) throws -> AVAudioUnit {
        let unit = try AVFAudioError.throwing { try effect(description) }
        return unit is TimeEffect
            ? AVAudioUnitTimeEffect(audioComponentDescription: description)
            : AVAudioUnitEffect(audioComponentDescription: description)
    }

    static func effect(_ description: AudioComponentDescription) throws -> EffectUnit {
        let found = AudioComponent.findNext(ComponentDescription(description))
        guard let unit = found?.makeInstance() as? EffectUnit else {
            throw AVFAudioError.make(
                -3000,
                "there is no effect \(ComponentDescription(description)); AudioComponentFindNext lists the existing ones"
            )
        }
        return unit
    }

    // MARK: Rendering

    public override var numberOfInputs: Int { 1 }

    public override var latency: TimeInterval { guarded { unit.latency } }

    open override func reset() { guarded { unit.reset() } }

    override func defaultOutputFormat(_ bus: AVAudioNodeBus) -> AVAudioFormat {
        guard let connection = engine?.connection(to: self, 0) else { return super.defaultOutputFormat(bus) }
        return connection.source.outputFormat(forBus: connection.sourceBus)
    }

    override func configure(slice: Int) throws {
        let format = outputFormat(forBus: 0).standard
        if let input = feeds[0]?.port.format,
            input.sampleRate != format.sampleRate || input.channelCount != format.channelCount
        {
            throw AVFAudioError.make(
                kAudioUnitErr_FormatNotSupported,
                "\(name) is connected with \(input.stream) at its input and \(format.stream) at its output; give both connections the same format"
            )
        }
        if unit.isInitialized, try unit.streamFormat(.output) == format.stream, unit.maximumFramesPerSlice == slice {
            return
        }
        unit.uninitialize()
        try unit.setMaximumFramesPerSlice(slice)
        try unit.setStreamFormat(format.stream, scope: .output)
        try unit.setChannelLayout(format.layout, scope: .output)
        try unit.setRenderCallback(
            { [unowned self] flags, _, _, frames, buffer in
                guard try self.feeds[0]?.pull(frames, into: &buffer) ?? true else { return }
                flags.insert(.outputIsSilence)
            }, bus: 0)
        try unit.initialize()
    }

    override func unprepare() { unit.uninitialize() }

    override func produce(
        _ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> Bool {
        var flags: RenderActionFlags = .offlineRender
        try unit.render(&flags, time: time, frameCount: frameCount, into: &buffer)
        return flags.contains(.outputIsSilence)
    }

    // MARK: Parameters

    func value(_ id: ParameterID) -> Float {
        guarded { (try? lent?.parameter(id) ?? unit.parameter(id)) ?? 0 }
    }

    /// Sets a parameter as the unit does: to the nearest value that it can have, and not to what is not a number.
    func set(_ id: ParameterID, _ value: Float) {
        guarded {
            if let lent { try? lent.setParameter(id, value) } else { try? unit.setParameter(id, value) }
        }
    }
}

/// An effect: any unit of kkmix of the type `'aufx'`.
open class AVAudioUnitEffect: AVAudioUnit {
    /// - Parameter audioComponentDescription: of an existing unit; ``AVAudioUnit/instantiate(with:options:)`` tells
    ///   whether it exists.
    public init(audioComponentDescription: AudioComponentDescription) {
        guard let unit = try? AVAudioUnit.effect(audioComponentDescription), !(unit is TimeEffect) else {
            AVFAudioError.misuse("error -3000 (there is no effect \(ComponentDescription(audioComponentDescription)))")
        }
        super.init(unit)
    }

    /// Whether the input is passed unchanged.
    public var bypass: Bool {
        get { guarded { unit.isBypassed } }
        set { guarded { unit.isBypassed = newValue } }
    }
}
