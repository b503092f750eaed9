internal import CCoreAudio
internal import KKAudio

/// How an engine is rendered, and how far it is.
final class ManualRendering {
    let mode: AVAudioEngineManualRenderingMode
    let format: AVAudioFormat
    let maximumFrameCount: Int
    let bridge: FrameBridge
    private var frames: PCMBuffer
    /// The next frame to be rendered.
    var sampleTime: Int64 = 0
    /// Outputs that are connected to nothing and have a tap, which is heard all the same.
    private var tails: [Tail] = []

    init(_ mode: AVAudioEngineManualRenderingMode, _ format: AVAudioFormat, _ maximumFrameCount: Int) throws {
        self.mode = mode
        self.format = format
        self.maximumFrameCount = maximumFrameCount
        bridge = try FrameBridge(format)
        frames = PCMBuffer(channelCount: Int(format.channelCount), frameCapacity: maximumFrameCount)
    }

    /// Sinks, and output buses with a tap that are not connected.
    func openTails(_ nodes: [AVAudioNode], slice: Int, _ engine: AVAudioEngine) throws {
        tails = []
        for node in nodes {
            if let sink = node as? AVAudioSinkNode, let feed = node.feeds[0] {
                tails.append(try Tail(feed, sink, slice: slice, of: format))
            }
            for port in node.ports where port.tap != nil {
                guard !engine.connections.contains(where: { $0.source === node && $0.sourceBus == port.bus }) else {
                    continue
                }
                let feed = try Feed(from: port, toSampleRate: port.format.sampleRate, layout: nil, slice: slice, engine)
                tails.append(try Tail(feed, nil, slice: slice, of: format))
            }
        }
    }

    func render(_ frameCount: Int, _ output: Feed?, to list: UnsafeMutablePointer<CBufferList>) throws {
        frames.frameLength = frameCount
        if let output {
            _ = try output.pull(frameCount, into: &frames)
        } else {
            frames.silence(0..<frameCount)
        }
        frames.frameLength = frameCount
        bridge.store(frames, frameCount, to: list)
        let byteCount = frameCount * Int(format.streamDescription.pointee.mBytesPerFrame)
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for index in buffers.indices { buffers[index].mDataByteSize = UInt32(clamping: byteCount) }
        let next = sampleTime + Int64(frameCount)
        for tail in tails { try tail.render(from: sampleTime, to: next, format.sampleRate) }
        sampleTime = next
    }

    private final class Tail {
        private let feed: Feed
        private let sink: AVAudioSinkNode?
        private var frames: PCMBuffer

        /// - Throws: -10868 for a rate that is too far away.
        init(_ feed: Feed, _ sink: AVAudioSinkNode?, slice: Int, of format: AVAudioFormat) throws {
            guard RateConverter.ratios.contains(feed.port.format.sampleRate / format.sampleRate) else {
                throw AVFAudioError.make(
                    kAudioUnitErr_FormatNotSupported,
                    "\(feed.port.format.stream) differs too much from the rendered format, \(format.stream)")
            }
            self.feed = feed
            self.sink = sink
            frames = PCMBuffer(channelCount: Int(feed.port.format.channelCount), frameCapacity: slice)
        }

        /// As many frames as the engine's slice lasts.
        func render(from first: Int64, to next: Int64, _ sampleRate: Double) throws {
            let ratio = feed.port.format.sampleRate / sampleRate
            func frame(_ time: Int64) -> Int64 { ratio == 1 ? time : Int64((Double(time) * ratio).rounded()) }
            var start = frame(first)
            while start < frame(next) {
                let count = Int(min(Int64(frames.frameCapacity), frame(next) - start))
                _ = try feed.pull(count, into: &frames)
                frames.frameLength = count
                try sink?.take(frames, count, at: start)
                start += Int64(count)
            }
        }
    }
}
