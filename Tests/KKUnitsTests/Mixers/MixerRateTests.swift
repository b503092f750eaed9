import KKConvert
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct MixerRateTests {
    private let track = [SeededNumbers.noise(2205, seed: 1), SeededNumbers.noise(2205, seed: 2)]

    /// A stereo bus of 22 050 Hz in a mixer of 44 100 Hz, and after it as many buses of the mixer's rate as there are
    /// `others`.
    private func mixer(_ others: [[[Float]]] = [], slice: Int = 1156) throws -> MultiChannelMixer {
        let mixer = MultiChannelMixer()
        try mixer.setMaximumFramesPerSlice(slice)
        mixer.quality = .fast
        try mixer.setElementCount(1 + others.count, scope: .input)
        try mixer.setStreamFormat(format(22_050, 2), scope: .input)
        try mixer.setRenderCallback(give(track), bus: 0)
        for (index, channels) in others.enumerated() {
            try mixer.setStreamFormat(format(44_100, channels.count), scope: .input, element: index + 1)
            try mixer.setRenderCallback(give(channels), bus: index + 1)
        }
        return mixer
    }

    private var converted: [[Float]] {
        get throws {
            let padded = track.map { $0 + Array(repeating: Float(0), count: 4000) }
            let source = try ResampledSource(
                ArraySource(padded, sampleRate: 22_050), sampleRate: 44_100, quality: .fast)
            return try source.readAll().map { Array($0[..<4000]) }
        }
    }

    @Test(arguments: Cut.all)
    func `a bus of another rate is the rate converter's work, to the bit, whatever the slices`(cut: Cut) throws {
        let mixer = try mixer()
        try mixer.initialize()
        #expect(bits(try mixer.rendered(4000, cut)) == bits(try converted))
        #expect(try converted[0].contains { abs($0) > 0.1 })
    }

    @Test func `the bus's own slices change no bit either, and begin at zero`() throws {
        for slice in [7, 100, 4096] {
            let mixer = try mixer(slice: slice)
            var next: Int64 = 0
            let source = give(track)
            try mixer.setRenderCallback(
                { flags, time, bus, frames, buffer in
                    #expect(time == AudioTime(sampleTime: next, sampleRate: 22_050))
                    next += Int64(frames)
                    try source(&flags, time, bus, frames, &buffer)
                }, bus: 0)
            try mixer.initialize()
            #expect(bits(try mixer.rendered(4000, .every(slice), from: 77)) == bits(try converted))
            #expect(next >= 2000)
        }
    }

    @Test func `it is mixed with the others, with its own volume, pan and layout`() throws {
        let other = [SeededNumbers.noise(4000, seed: 3)]
        let mixer = try mixer([other])
        try mixer.setParameter(MultiChannelMixer.Parameter.volume, 0.5, scope: .input, element: 0)
        try mixer.setParameter(MultiChannelMixer.Parameter.pan, 1, scope: .input, element: 0)
        try mixer.initialize()
        let expected = [other[0], zip(try converted[1], other[0]).map { $0 * 0.5 + $1 }]
        let heard = try mixer.rendered(4000)
        #expect(heard[0] == expected[0] && heard[1] == expected[1])
        #expect(mixer.contribution(ofBus: 0, toChannel: 1, frame: 3) == (try converted[1][3584 + 3]) * 0.5)
    }

    @Test func `a disabled bus goes on in its time`() throws {
        let mixer = try mixer()
        try mixer.setParameter(MultiChannelMixer.Parameter.enable, 0, scope: .input)
        try mixer.initialize()
        #expect(try mixer.rendered(1000) == Array(repeating: Array(repeating: 0, count: 1000), count: 2))
        try mixer.setParameter(MultiChannelMixer.Parameter.enable, 1, scope: .input)
        #expect(bits(try mixer.rendered(1000, from: 1000)) == bits(try converted.map { Array($0[1000..<2000]) }))
    }

    @Test func `a reset begins again, and so does another supply`() throws {
        let mixer = try mixer()
        try mixer.initialize()
        let first = bits(try mixer.rendered(1500))
        mixer.reset()
        #expect(bits(try mixer.rendered(1500)) == first)
        try mixer.setRenderCallback(nil, bus: 0)
        #expect(try mixer.rendered(10)[0] == Array(repeating: 0, count: 10))
        try mixer.setRenderCallback(give(track), bus: 0)
        #expect(bits(try mixer.rendered(1500)) == first)
    }

    @Test func `an error of the bus stops the render`() throws {
        struct Trouble: Error {}
        let mixer = try mixer()
        try mixer.setRenderCallback({ _, _, _, _, _ in throw Trouble() }, bus: 0)
        try mixer.initialize()
        #expect(throws: Trouble.self) { try mixer.rendered(10) }
    }
}
