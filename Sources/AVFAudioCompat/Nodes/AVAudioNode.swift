internal import CCoreAudio
internal import KKAudio

/// A node that produces frames, consumes them, or both.
open class AVAudioNode: NSObject {
    public internal(set) weak var engine: AVAudioEngine?
    /// The output buses.
    private(set) var ports: [OutputPort] = []
    /// What feeds the input buses, by bus; there once the engine is prepared.
    var feeds: [Int: Feed] = [:]
    /// The settings of a source at the mixers to which it is connected.
    var mixing = MixingSettings()

    init(outputs: Int) {
        super.init()
        ports = (0..<outputs).map { OutputPort(of: self, bus: $0) }
    }

    /// Runs `body` while the engine renders no slice and no other thread changes it: what is read or set of a node is
    /// done in here. Inside a slice it runs at once.
    func guarded<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let lock = engine?.lock else { return try body() }
        return try lock.withLock(body)
    }

    // What a kind of node overrides.

    /// What an output bus gives where no connection says.
    func defaultOutputFormat(_ bus: AVAudioNodeBus) -> AVAudioFormat { engine?.renderFormat ?? .fallback }

    /// Takes the memory for slices of so many frames; called whenever something has changed that was prepared.
    func configure(slice: Int) throws {}

    /// Gives the memory back.
    func unprepare() {}

    /// Makes the next frames of an output bus, into frames 0 and on of `buffer`.
    ///
    /// - Returns: whether they are silence.
    func produce(_ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer) throws -> Bool {
        buffer.silence(0..<frameCount)
        return true
    }

    /// The number of input buses.
    public var numberOfInputs: Int { 0 }

    public var numberOfOutputs: Int { ports.count }

    /// Discards all state of earlier audio.
    open func reset() {}

    /// The delay from input to output in seconds.
    public var latency: TimeInterval { 0 }

    /// The same for everything after this node; there is no device here.
    public var outputPresentationLatency: TimeInterval { 0 }

    // MARK: Buses

    /// The format of an input bus; if nothing is connected, that of the output.
    open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guarded {
            if let connection = engine?.connection(to: self, bus) {
                return connection.source.outputFormat(forBus: connection.sourceBus)
            }
            return ports.isEmpty ? engine?.renderFormat ?? .fallback : outputFormat(forBus: 0)
        }
    }

    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guarded {
            guard ports.indices.contains(bus) else { return engine?.renderFormat ?? .fallback }
            return engine?.format(from: self, bus) ?? ports[bus].askedFormat ?? defaultOutputFormat(bus)
        }
    }

    open func name(forInputBus bus: AVAudioNodeBus) -> String? { bus < numberOfInputs ? "Input \(bus)" : nil }

    open func name(forOutputBus bus: AVAudioNodeBus) -> String? { bus < numberOfOutputs ? "Output \(bus)" : nil }

    // MARK: Time and taps

    /// The first frame of the last rendered slice; `nil` before that, and while the engine is not running.
    public var lastRenderTime: AVAudioTime? {
        guarded {
            guard engine?.isRunning == true, let port = ports.first, let frame = port.lastFrame else { return nil }
            return AVAudioTime(AudioTime(sampleTime: frame, sampleRate: port.format.sampleRate))
        }
    }

    /// Calls `tapBlock` with every `bufferSize` frames of an output bus, on the rendering thread, after the slice.
    ///
    /// - Parameter format: for a connected bus, its own format or `nil`; an unconnected bus gets this format.
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) {
        AVFAudioError.require(ports.indices.contains(bus), "bus < numberOfOutputs")
        guarded {
            AVFAudioError.require(ports[bus].tap == nil, "nullptr == Tap()")
            if let format {
                if engine?.format(from: self, bus) == nil { ports[bus].askedFormat = format }
                let own = outputFormat(forBus: bus)
                AVFAudioError.require(
                    format.sampleRate == own.sampleRate && format.channelCount == own.channelCount,
                    "format.sampleRate == hwFormat.sampleRate (Failed to create tap due to format mismatch, \(format.stream), \(own.stream))"
                )
            }
            ports[bus].tap = NodeTap(bufferSize: max(1, bufferSize), format: format, block: tapBlock)
            engine?.isChanged = true
        }
    }

    open func removeTap(onBus bus: AVAudioNodeBus) {
        guard ports.indices.contains(bus) else { return }
        guarded {
            ports[bus].tap = nil
            engine?.isChanged = true
        }
    }
}

extension AVAudioFormat {
    /// What there is before an engine knows better: there is no device whose format it could be.
    static var fallback: AVAudioFormat { AVAudioFormat(44_100, .stereo) }
}

/// Gathers frames into buffers of one size.
final class NodeTap {
    private let bufferSize: AVAudioFrameCount
    /// What the buffers are to be, as long as the bus has its rate and channels.
    private let asked: AVAudioFormat?
    private let block: AVAudioNodeTapBlock
    private var buffer: AVAudioPCMBuffer?
    private var bridge: FrameBridge?
    private var first: Int64 = 0

    init(bufferSize: AVAudioFrameCount, format: AVAudioFormat?, block: @escaping AVAudioNodeTapBlock) {
        self.bufferSize = bufferSize
        asked = format
        self.block = block
    }

    func add(
        _ frames: borrowing PCMBuffer, _ frameCount: Int, _ time: AudioTime, _ format: AVAudioFormat,
        _ engine: AVAudioEngine
    ) throws {
        let isOwn = asked.map { $0.sampleRate == time.sampleRate && Int($0.channelCount) == frames.channelCount }
        let format = isOwn == true ? asked ?? format : format.standard
        var done = 0
        while done < frameCount {
            if bridge?.format.stream != format.stream { (bridge, buffer) = (try FrameBridge(format), nil) }
            let here = time.sampleTime + Int64(done)
            if buffer.map({ first + Int64($0.frameLength) != here }) ?? true {
                buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: bufferSize)
                first = here
            }
            guard let buffer, let bridge else { return }
            let count = min(frameCount - done, Int(bufferSize - buffer.frameLength))
            bridge.store(frames, from: done, count, to: buffer.mutableAudioBufferList, at: Int(buffer.frameLength))
            buffer.frameLength += AVAudioFrameCount(count)
            done += count
            guard buffer.frameLength == bufferSize else { continue }
            self.buffer = nil
            let when = AVAudioTime(AudioTime(sampleTime: first, sampleRate: time.sampleRate))
            engine.whenSliceIsDone { [block] in block(buffer, when) }
        }
    }
}
