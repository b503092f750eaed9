import Glibc
import KKAudio

private final class Workers: RenderWorkers {
    private let threads = ParallelWorkers(threadCount: 2)

    func perform(_ count: Int, _ work: @escaping (Int) -> Void) { threads.perform(count, work) }
}

/// A tone that never ends, with a state of its own.
private final class Tone: FrameSource {
    let format = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
    let frameCount: Int64? = nil
    private var phase: UInt32 = 0
    private let step: UInt32

    init(_ step: UInt32) {
        self.step = step
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) -> Int {
        buffer.withMutableChannel(0) { samples in
            for frame in offset..<offset + frameCount {
                samples[frame] = Float(phase >> 16) / 65_536 - 0.5
                phase &+= step
            }
        }
        return frameCount
    }

    func seek(to frame: Int64) { phase = step &* UInt32(truncatingIfNeeded: frame) }
}

/// Four players, of which two have effects, and a callback, into a mixer whose buses are pulled by two more threads; a
/// limiter and the output after it.
func renderGraph() throws {
    nonisolated(unsafe) let graph = AudioGraph()
    let output = try graph.addNode(.genericOutput), limiter = try graph.addNode(.peakLimiter)
    let mixer = try graph.addNode(.multiChannelMixer), equalizer = try graph.addNode(.nBandEQ)
    let delay = try graph.addNode(.delay)
    let reading = IOWorkers(threadCount: 1)
    let players = try (0..<4).map { _ in try graph.addNode(.filePlayer) }
    graph.renderWorkers = Workers()
    try graph.open()
    nonisolated(unsafe) let mixing = try graph.unit(of: mixer, as: MultiChannelMixer.self)
    let mono = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
    try mixing.setElementCount(6, scope: .input)
    try mixing.setStreamFormat(.canonical(sampleRate: 48_000, channels: 2), scope: .output)
    for bus in 0..<6 { try mixing.setStreamFormat(mono, scope: .input, element: bus) }
    for bus in 0..<4 { try mixing.setMetered(true, scope: .input, element: bus) }
    for (index, node) in players.enumerated() {
        let player = try graph.unit(of: node, as: FilePlayer.self)
        try player.setStreamFormat(mono, scope: .output)
        let tone = Tone(0x0123_4567 << UInt32(index))
        let ahead = ReadAheadSource(tone, workers: reading, blockLength: 512, blockCount: 4)
        try player.schedule(ScheduledSource(ahead))
    }
    let effects = [equalizer, delay]
    for (index, node) in players.enumerated() {
        if index < 2 { try graph.connect(node, to: effects[index]) }
        try graph.connect(index < 2 ? effects[index] : node, to: mixer, index)
    }
    try graph.setInputCallback(mixer, 4) { _, _, _, frames, buffer in
        buffer.fill(channel: 0, with: Array(repeating: 0.25, count: frames))
    }
    try graph.connect(mixer, to: limiter)
    try graph.connect(limiter, to: output)
    try graph.initialize()
    let parameters = graph.parameters
    typealias Volume = MultiChannelMixer.Parameter

    try beside([
        { meanwhile in
            var turn = 0
            meanwhile.repeated {
                turn += 1
                try parameters.set(Volume.volume, Float(turn % 100) / 100, of: mixer, scope: .input, element: turn % 4)
                try parameters.set(Volume.pan, Float(turn % 3) - 1, of: mixer, scope: .input, element: 4)
                try parameters.set(NBandEQ.Parameter.globalGain, Float(turn % 12), of: equalizer)
                try parameters.set(Delay.Parameter.wetDryMix, Float(turn % 100), of: delay)
            }
        },
        { meanwhile in
            meanwhile.repeated {
                try graph.betweenSlices {
                    let level = try mixing.parameter(Volume.preAveragePower, scope: .input, element: 1)
                    try require(level <= 0, "a meter says \(level) dB")
                    let token = try mixing.addParameterListener(nil) { _, _, _, _, _ in }
                    try mixing.setParameter(Volume.volume, 0.5, scope: .output)
                    mixing.removeParameterListener(token)
                }
            }
        },
        { meanwhile in
            meanwhile.repeated {
                try graph.setInputCallback(mixer, 5) { _, _, _, frames, buffer in
                    buffer.fill(channel: 0, with: Array(repeating: 0.125, count: frames))
                }
                try graph.update()
                let token = graph.addRenderNotify { _, _, _, _, _ in }
                try graph.disconnect(mixer, 5)
                if try !graph.updateWhenPossible() { try graph.update() }
                graph.removeRenderNotify(token)
            }
        },
        { meanwhile in
            meanwhile.repeated {
                try require(
                    graph.isInitialized && graph.interactions.count >= 9, "\(graph.interactions.count) interactions")
                _ = graph.snapshot.description
                _ = try graph.interactions(of: mixer)
            }
        },
    ]) {
        let renderer = try OfflineRenderer(graph, maximumFrameCount: 256)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 256)
        for _ in 0..<1500 {
            try renderer.render(256, into: &buffer)
            try require(buffer.samples(ofChannel: 0)[100].isFinite, "a sample is not a number")
            sched_yield()
        }
    }
    try graph.uninitialize()
}
