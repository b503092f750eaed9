internal import KKMath
internal import KKPCM
internal import KKUnits

/// Listens to the units of a mix and keeps a hash of every second of each.
///
/// A bus whose unit is listened to is rendered on the caller's thread, after the ones before it: that changes no
/// sample.
///
/// ## Allocation
/// Eight bytes for each second and unit, before the first frame; of a mix whose length is open as they come.
final class TraceRecorder {
    private let sampleRate: Double
    private var nodes: [NodeTrace] = []
    private var latency = 0

    init(sampleRate: Double) {
        self.sampleRate = sampleRate
    }

    /// Listens from now on; the graph is not rendered yet.
    ///
    /// - Parameter frameCount: the frames that the mix will have, for which there is room from the start; 0 if nobody
    ///   knows.
    func listen(to mix: CompiledMix, names: [String], frameCount: Int64) {
        latency = mix.latencyFrameCount
        let count = NodeTrace.secondCount(
            min(frameCount, Int64(sampleRate) * 1_000_000) + Int64(latency), sampleRate: sampleRate)
        nodes = mix.units.map { unit in
            let node = NodeTrace(unit.name(names), sampleRate: sampleRate, secondCount: count)
            unit.unit.addRenderNotify { flags, _, _, frames, buffer in
                if flags.contains(.postRender) && !flags.contains(.postRenderError) {
                    node.add(buffer, frameCount: frames)
                }
            }
            return node
        }
    }

    /// - Parameter frameCount: the frames of the mix. What units gave beyond them, in a last slice that was longer than
    ///   what came, does not count.
    func trace(frameCount: Int64) -> RenderTrace {
        let count = NodeTrace.secondCount(frameCount + Int64(latency), sampleRate: sampleRate)
        let hashes = nodes.map { $0.all(count) }
        return RenderTrace(
            sampleRate: sampleRate, frameCount: frameCount, nodes: nodes.map(\.name),
            seconds: (0..<count).map { second in hashes.map { $0[second] } })
    }
}

/// The hashes of one unit.
private final class NodeTrace {
    let name: String
    private let sampleRate: Double
    private var position: Int64 = 0
    private var hash = SampleHash()
    private var done: [UInt64] = []
    private var cut: Int64

    init(_ name: String, sampleRate: Double, secondCount: Int) {
        self.name = name
        // A last slice may be longer than what came.
        done.reserveCapacity(secondCount + 2)
        self.sampleRate = sampleRate
        cut = Self.start(ofSecond: 1, sampleRate)
    }

    func add(_ buffer: borrowing PCMBuffer, frameCount: Int) {
        var first = 0
        while first < frameCount {
            let count = Int(min(Int64(frameCount - first), cut - position))
            for channel in 0..<buffer.channelCount {
                buffer.withChannel(channel) {
                    hash.add($0.extracting(first..<first + count), channel: channel, firstFrame: position)
                }
            }
            first += count
            position += Int64(count)
            if position == cut {
                done.append(hash.value)
                hash = SampleHash()
                cut = max(position + 1, Self.start(ofSecond: done.count + 1, sampleRate))
            }
        }
    }

    /// The first `count` seconds; silence where there are fewer.
    func all(_ count: Int) -> [UInt64] {
        let all = done + [hash.value]
        return (0..<count).map { $0 < all.count ? all[$0] : 0 }
    }

    /// The nearest frame to the begin of a second, and the seconds that some frames begin.
    private static func start(ofSecond second: Int, _ sampleRate: Double) -> Int64 {
        Int64(Double(second) * sampleRate + 0.5)
    }

    static func secondCount(_ frameCount: Int64, sampleRate: Double) -> Int {
        var count = Int(Double(frameCount) / sampleRate)
        while start(ofSecond: count, sampleRate) < frameCount { count += 1 }
        return count
    }
}

extension CompiledMix.TracedUnit {
    /// `track 1 drums.wav: player`, `mixer`.
    fileprivate func name(_ names: [String]) -> String {
        track.map { "track \($0 + 1) \(names[$0]): \(kind)" } ?? kind
    }
}
