import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct MixerTests {
    private typealias Parameter = MultiChannelMixer.Parameter

    /// A mixer at 48 kHz with one callback per entry of `buses`, each bus as wide as its data.
    private func mixer(_ buses: [[[Float]]], output: Int = 2) throws -> MultiChannelMixer {
        let mixer = MultiChannelMixer()
        try mixer.setElementCount(buses.count, scope: .input)
        try mixer.setStreamFormat(format(48_000, output), scope: .output)
        for (index, channels) in buses.enumerated() {
            try mixer.setStreamFormat(format(48_000, channels.count), scope: .input, element: index)
            try mixer.setRenderCallback(give(channels), bus: index)
        }
        return mixer
    }

    @Test func `one track at unity leaves as it came, bit for bit`() throws {
        let track = [
            SeededNumbers.noise(3000, seed: 1) + [-0.0, 2.5, -7, .leastNonzeroMagnitude],
            SeededNumbers.noise(3004, seed: 2),
        ]
        let mixer = try mixer([track])
        try mixer.initialize()
        #expect(bits(try mixer.rendered(3004)) == bits(track))
    }

    @Test func `tracks are summed at unity in the order of the buses`() throws {
        let tracks = (0..<5).map { seed in (0..<2).map { SeededNumbers.noise(2000, seed: UInt64(10 * seed + $0)) } }
        let mixer = try mixer(tracks)
        try mixer.initialize()
        let expected = (0..<2).map { (channel: Int) -> [Float] in
            (0..<2000).map { (frame: Int) -> Float in
                tracks.dropFirst().reduce(tracks[0][channel][frame]) { (sum: Float, track: [[Float]]) -> Float in
                    sum + track[channel][frame]
                }
            }
        }
        #expect(bits(try mixer.rendered(2000)) == bits(expected))
    }

    @Test func `a track's level does not change when another one ends`() throws {
        let mixer = try mixer([[Array(repeating: 0.25, count: 1000)], [Array(repeating: 0.5, count: 10)]])
        try mixer.initialize()
        let sum = try mixer.rendered(1000, .every(63))
        #expect(sum[0] == sum[1])
        #expect(sum[0][..<10].allSatisfy { $0 == 0.75 })
        #expect(sum[0][10...].allSatisfy { $0 == 0.25 })
    }

    @Test(arguments: Cut.all)
    func `slices change no bit`(cut: Cut) throws {
        let tracks = [
            [SeededNumbers.noise(4000, seed: 1)], (2..<4).map { SeededNumbers.noise(4000, seed: $0) },
            (4..<10).map { SeededNumbers.noise(3000, seed: $0) },
        ]
        func sum(_ cut: Cut) throws -> [[UInt32]] {
            let mixer = try mixer(tracks)
            try mixer.setParameter(Parameter.volume, 0.3, scope: .input, element: 0)
            try mixer.setParameter(Parameter.pan, -0.7, scope: .input, element: 0)
            try mixer.setParameter(Parameter.volume, 0.9, scope: .output)
            try mixer.initialize()
            return bits(try mixer.rendered(4000, cut))
        }
        #expect(try sum(cut) == sum(.every(1000)))
    }

    @Test func `volume is any finite factor, on a bus and on the output`() throws {
        let mixer = try mixer([[[1, 0.5]], [[0.25, 0.25]]], output: 1)
        try mixer.setParameter(Parameter.volume, -2, scope: .input, element: 0)
        try mixer.setParameter(Parameter.volume, 0.5, scope: .output)
        try mixer.initialize()
        #expect(try mixer.rendered(2) == [[-0.875, -0.375]])
        try mixer.setParameter(Parameter.volume, 0, scope: .input, element: 0)
        #expect(try mixer.rendered(2) == [[0.125, 0.125]])
    }

    @Test func `pan turns the far side down`() throws {
        let mixer = try mixer([[[1]], [[0.5], [0.25]]])
        try mixer.setParameter(Parameter.enable, 0, scope: .input, element: 1)
        try mixer.initialize()
        #expect(try mixer.rendered(1) == [[1], [1]])
        try mixer.setParameter(Parameter.pan, 0.75, scope: .input, element: 0)
        #expect(try mixer.rendered(1) == [[0.25], [1]])
        try mixer.setParameter(Parameter.enable, 0, scope: .input, element: 0)
        try mixer.setParameter(Parameter.enable, 1, scope: .input, element: 1)
        try mixer.setParameter(Parameter.pan, -1, scope: .input, element: 1)
        #expect(try mixer.rendered(1) == [[0.5], [0]])
    }

    @Test func `pan has no effect on a mono output`() throws {
        let mixer = try mixer([[[1]]], output: 1)
        try mixer.setParameter(Parameter.pan, 1, scope: .input, element: 0)
        try mixer.initialize()
        #expect(try mixer.rendered(1) == [[1]])
    }

    @Test func `a stereo track into mono is the mean of its sides`() throws {
        let mixer = try mixer([[[1, 0.5], [0.5, -0.5]]], output: 1)
        try mixer.initialize()
        #expect(try mixer.rendered(2) == [[0.75, 0]])
    }

    @Test func `a bus that is not enabled goes on in time and adds nothing`() throws {
        let mixer = try mixer([[(0..<100).map(Float.init)], [Array(repeating: 1, count: 100)]], output: 1)
        try mixer.setParameter(Parameter.enable, 0, scope: .input, element: 0)
        try mixer.initialize()
        #expect(try mixer.rendered(10) == [Array(repeating: 1, count: 10)])
        try mixer.setParameter(Parameter.enable, 1, scope: .input, element: 0)
        #expect(try mixer.rendered(2, from: 10) == [[11, 12]])
    }

    @Test func `a disabled bus is still pulled`() throws {
        let mixer = try mixer([[[0]]], output: 1)
        var pulled = 0
        try mixer.setRenderCallback({ _, _, _, frames, _ in pulled += frames }, bus: 0)
        try mixer.setParameter(Parameter.enable, 0, scope: .input, element: 0)
        try mixer.initialize()
        _ = try mixer.rendered(100, .every(7))
        #expect(pulled == 100)
    }

    @Test func `silence is reported when nothing is heard`() throws {
        let mixer = try mixer([[[1]], [[1]]])
        try mixer.setRenderCallback({ flags, _, _, _, _ in flags.insert(.outputIsSilence) }, bus: 0)
        func isSilence() throws -> Bool {
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
            buffer.fill(channel: 0, with: [9, 9, 9, 9])
            var flags: RenderActionFlags = .outputIsSilence
            try mixer.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 48_000), frameCount: 4, into: &buffer)
            let isZero = buffer.samples(ofChannel: 0).allSatisfy { $0 == 0 }
            #expect(isZero == flags.contains(.outputIsSilence))
            return flags.contains(.outputIsSilence)
        }
        try mixer.initialize()
        #expect(try !isSilence())
        try mixer.setParameter(Parameter.enable, 0, scope: .input, element: 1)
        #expect(try isSilence())
    }

    @Test func `a rate that is too far away is refused by name`() throws {
        let mixer = try mixer([[[1]], [[1]]])
        try mixer.setStreamFormat(format(100, 1), scope: .input, element: 1)
        #expect(
            text { try mixer.initialize() }
                == "'aumx' 'mcmx' bus 1: a rate of 100 Hz cannot become 48000 Hz: that is beyond 1 : 256; choose a rate from 0.390625 to 25600 Hz"
        )
        #expect(!mixer.isInitialized)
        try mixer.setRenderCallback(nil, bus: 1)
        try mixer.initialize()
        #expect(code { try mixer.setRenderCallback(give([[1]]), bus: 1) } == .formatNotSupported)
        #expect(try mixer.rendered(2) == [[1, 0], [1, 0]])
    }

    @Test func `a thousand buses`() throws {
        let mixer = try mixer((0..<1000).map { [[Float($0)]] }, output: 1)
        try mixer.initialize()
        #expect(try mixer.rendered(2) == [[499_500, 0]])
    }

    @Test func `a bus may be supplied while the mixer runs`() throws {
        let mixer = try mixer([[[1, 1]]], output: 1)
        try mixer.setRenderCallback(nil, bus: 0)
        try mixer.initialize()
        #expect(try mixer.rendered(1) == [[0]])
        try mixer.setRenderCallback(give([[1, 0.5]]), bus: 0)
        #expect(try mixer.rendered(1, from: 1) == [[0.5]])
    }
}
