import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// A bus whose sound is over: its callback says so, and what is made of it ends when its tail does.
@Suite struct EndTests {
    /// Ones up to frame `end`, where it says that it is over; what it writes behind that is not heard.
    private final class Burst {
        let end: Int
        private(set) var calls: [Int] = []

        init(_ end: Int) { self.end = end }

        func callback(
            _ flags: inout RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int, _ buffer: inout PCMBuffer
        ) {
            calls.append(frames)
            for channel in 0..<buffer.channelCount {
                buffer.fill(channel: channel, with: [Float](repeating: 1, count: frames))
            }
            let left = end - Int(time.sampleTime)
            if left <= frames {
                flags.insert(.offlineComplete)
                buffer.frameLength = left
            }
        }
    }

    private func ones(_ count: Int, of total: Int) -> [Float] {
        [Float](repeating: 1, count: count) + [Float](repeating: 0, count: total - count)
    }

    /// A mixer with a burst on each of its first buses, mono at 48 kHz.
    private func mixer(_ bursts: [Burst]) throws -> MultiChannelMixer {
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(format(48_000, 1), scope: .output)
        for (bus, burst) in bursts.enumerated() {
            try mixer.setStreamFormat(format(48_000, 1), scope: .input, element: bus)
            try mixer.setRenderCallback(burst.callback, bus: bus)
        }
        try mixer.initialize()
        return mixer
    }

    @Test(arguments: Cut.all) func `a bus that is over is silent, the others go on, and the last one is the end`(
        cut: Cut
    ) throws {
        let bursts = [Burst(100), Burst(700), Burst(0)]
        let mixer = try mixer(bursts)
        var ends: [Int64?] = []
        let sum = try mixer.rendered(1200, cut) { _, _ in ends.append(mixer.endTime()) }
        #expect(sum[0] == zip(ones(100, of: 1200), ones(700, of: 1200)).map { $0 + $1 })
        #expect(ends[0] == nil && mixer.endTime() == 700)
        #expect(bursts[2].calls.count == 1, "it is not called again")
    }

    @Test func `the flag is set by the slice in which the last frame is, and by those behind it`() throws {
        let mixer = try mixer([Burst(100), Burst(256)])
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 64), complete: [Bool] = [], told: [Bool] = []
        mixer.addRenderNotify { flags, _, _, _, _ in
            if flags.contains(.postRender) { told.append(flags.contains(.offlineComplete)) }
        }
        for start in stride(from: 0, to: 384, by: 64) {
            var flags: RenderActionFlags = [.offlineRender, .offlineComplete]
            try mixer.render(
                &flags, time: AudioTime(sampleTime: Int64(start), sampleRate: 48_000), frameCount: 64, into: &buffer)
            complete.append(flags.contains(.offlineComplete))
            #expect(flags.contains(.outputIsSilence) == (start >= 256), "\(start)")
        }
        #expect(complete == [false, false, false, true, true, true] && told == complete)
    }

    @Test func `a reset, another supply and another initialization begin anew`() throws {
        let burst = Burst(10), mixer = try mixer([burst])
        func heard() throws -> Float { try mixer.rendered(20)[0].reduce(0, +) }
        #expect(try heard() == 10 && mixer.endTime() == 10)
        #expect(try heard() == 0)
        mixer.reset()
        #expect(mixer.endTime() == nil)
        #expect(try heard() == 10)
        try mixer.setRenderCallback(burst.callback, bus: 0)
        #expect(try heard() == 10)
        mixer.uninitialize()
        try mixer.initialize()
        #expect(try heard() == 10)
    }

    @Test func `an effect ends later by its latency, and by its tail unless it is bypassed`() throws {
        let delay = SampleDelay(), limiter = PeakLimiter(), echoes = Delay()
        for unit in [delay, limiter, echoes] as [EffectUnit] {
            try unit.setStreamFormat(format(48_000, 1), scope: .input)
            try unit.setRenderCallback(Burst(50).callback, bus: 0)
            try unit.initialize()
        }
        try delay.setParameter(SampleDelay.Parameter.delayFrames, 300)
        _ = try delay.rendered(60)
        #expect(delay.endTime() == 350)
        delay.isBypassed = true
        _ = try delay.rendered(10, from: 60)
        #expect(delay.endTime() == 50)
        _ = try limiter.rendered(60)
        #expect(limiter.endTime() == 50 + Int64(limiter.latencyFrameCount))
        try echoes.setParameter(Delay.Parameter.feedback, 100)
        _ = try echoes.rendered(60)
        #expect(echoes.endTime() == nil, "endless echoes")
        try echoes.setParameter(Delay.Parameter.feedback, 0)
        _ = try echoes.rendered(60, from: 60)
        #expect(try echoes.endTime() == 50 + Int64(#require(echoes.tailFrameCount)))
    }

    @Test func `another rate counts frames of its own`() throws {
        let converter = Converter(), mixer = MultiChannelMixer()
        try converter.setStreamFormat(format(44_100, 1), scope: .input)
        try converter.setStreamFormat(format(48_000, 1), scope: .output)
        try converter.setRenderCallback(Burst(441).callback, bus: 0)
        try mixer.setStreamFormat(format(48_000, 1), scope: .output)
        try mixer.setStreamFormat(format(24_000, 1), scope: .input)
        try mixer.setRenderCallback(Burst(301).callback, bus: 0)
        for (unit, end) in [(converter, 480), (mixer, 602)] as [(AudioUnit, Int64)] {
            try unit.initialize()
            _ = try unit.rendered(2000, .every(77), from: 1000)
            #expect(unit.endTime() == 1000 + end, "\(unit.name)")
        }
    }

    @Test func `a player ends with its last frame, an input element with its source`() throws {
        let player = FilePlayer(), output = GenericOutput(), none = MultiChannelMixer()
        try player.setStreamFormat(format(48_000, 1), scope: .output)
        try player.schedule(ScheduledSource(ArraySource([ones(90, of: 90)]), startTime: 30))
        try player.initialize()
        _ = try player.rendered(100)
        #expect(player.endTime(ofOutput: 0) == nil)
        _ = try player.rendered(100, from: 100)
        #expect(player.endTime(ofOutput: 0) == 120)
        try output.setStreamFormat(format(48_000, 1), scope: .input, element: 1)
        try output.setIOEnabled(true, scope: .input, element: 1)
        try output.setInputSource(ArraySource([ones(90, of: 90)], staccato: 3))
        try output.initialize()
        _ = try output.rendered(90, .every(45), bus: 1)
        #expect(output.endTime(ofOutput: 1) == nil)
        _ = try output.rendered(45, from: 90, bus: 1)
        #expect(output.endTime(ofOutput: 1) == 90)
        try none.initialize()
        _ = try none.rendered(10)
        #expect(none.endTime() == 0 && none.endTime(ofOutput: 7) == nil)
    }

    @Test func `bytes are over where their sizes say so`() throws {
        var pcm = StreamDescription.linearPCM(
            sampleRate: 48_000, channels: 2, bits: 16, flags: [.isSignedInteger])
        pcm.bytesPerPacket = 4
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(format(48_000, 2), scope: .output)
        try mixer.setStreamFormat(pcm, scope: .input)
        try mixer.setRenderCallback(
            bufferList: { flags, time, _, frames, list in
                for byte in list[0].bytes.indices { list[0].bytes[byte] = 64 }
                let left = 150 - Int(time.sampleTime)
                if left <= frames {
                    flags.insert(.offlineComplete)
                    list[0].byteCount = 4 * left
                }
            }, bus: 0)
        try mixer.initialize()
        let heard = try mixer.rendered(300, .every(64))
        let sample = Float(64 * 257) / 32_768
        #expect(heard[1] == ones(150, of: 300).map { $0 * sample } && mixer.endTime() == 150)
    }

    @Test func `a splitter and a merger end as their inputs do`() throws {
        let splitter = MultiSplitter(), merger = Merger()
        try splitter.setStreamFormat(format(48_000, 1), scope: .input)
        try splitter.setRenderCallback(Burst(40).callback, bus: 0)
        for bus in 0...1 { try merger.makeConnection(from: splitter, sourceBus: bus, to: bus) }
        try splitter.initialize()
        try merger.initialize()
        #expect(try merger.rendered(100, .every(30)) == [ones(40, of: 100), ones(40, of: 100)])
        #expect(splitter.endTime(ofOutput: 1) == 40 && merger.endTime() == 40)
    }

    @Test func `a time stamp depends on the frame alone, whatever the slices are`() throws {
        var stamps: [[Int64: UInt64?]] = []
        for cut in Cut.all {
            var seen: [Int64: UInt64?] = [:]
            let mixer = MultiChannelMixer()
            try mixer.setRenderCallback({ _, time, _, _, _ in seen[time.sampleTime] = time.hostTime }, bus: 0)
            mixer.addRenderNotify { _, time, _, _, _ in
                #expect(time.rateScalar == 1)
                seen[time.sampleTime] = time.hostTime
            }
            try mixer.initialize()
            _ = try mixer.rendered(600, cut)
            stamps.append(seen)
        }
        #expect(stamps[0].count == 600)
        for seen in stamps {
            for (frame, time) in seen { #expect(time == stamps[0][frame]) }
        }
        #expect(stamps[0][441] == 10_000_000)
    }
}
