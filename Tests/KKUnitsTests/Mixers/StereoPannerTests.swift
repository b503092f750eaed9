import Foundation
import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct StereoPannerTests {
    private let noise = [SeededNumbers.noise(500, seed: 1), SeededNumbers.noise(500, seed: 2)]

    private func panned(
        _ channels: [[Float]], _ pan: Float, law: Float = 0, _ cut: Cut = .every(500)
    ) throws -> [[Float]] {
        let unit = StereoPanner()
        try unit.setStreamFormat(format(48_000, channels.count), scope: .input)
        try unit.setRenderCallback(give(channels), bus: 0)
        try unit.setParameter(StereoPanner.Parameter.pan, pan)
        try unit.setParameter(StereoPanner.Parameter.law, law)
        try unit.initialize()
        return try unit.rendered(500, cut)
    }

    private func isNear(_ heard: [[Float]], _ wanted: [[Double]]) -> Bool {
        zip(heard, wanted).allSatisfy { zip($0, $1).allSatisfy { abs(Double($0) - $1) < 1e-6 } }
    }

    @Test(arguments: [-1, -0.7, -0.25, 0, 0.1, 0.5, 1] as [Float])
    func `equal power is that of Web Audio's StereoPannerNode`(pan: Float) throws {
        let left = noise[0].map(Double.init), right = noise[1].map(Double.init), p = Double(pan)
        let x = (p + 1) / 2 * .pi / 2
        #expect(isNear(try panned([noise[0]], pan), [left.map { $0 * cos(x) }, left.map { $0 * sin(x) }]))
        let y = (p <= 0 ? p + 1 : p) * .pi / 2
        let wanted =
            p <= 0
            ? [zip(left, right).map { $0 + $1 * cos(y) }, right.map { $0 * sin(y) }]
            : [left.map { $0 * cos(y) }, zip(left, right).map { $1 + $0 * sin(y) }]
        #expect(isNear(try panned(noise, pan), wanted))
    }

    @Test func `in the middle stereo passes, at an end one side is silent, and balance is the mixer's`() throws {
        for law: Float in [0, 1] { #expect(bits(try panned(noise, 0, law: law)) == bits(noise)) }
        #expect(bits(try panned([noise[0]], 0, law: 1)) == bits([noise[0], noise[0]]))
        for channels in [noise, [noise[0]]] {
            for law: Float in [0, 1] {
                #expect(try panned(channels, -1, law: law)[1].allSatisfy { $0 == 0 })
                #expect(try panned(channels, 1, law: law)[0].allSatisfy { $0 == 0 })
            }
            let pan = Pan(0.3), heard = try panned(channels, 0.3, law: 1)
            #expect(heard[0] == channels[0].map { $0 * pan.leftGain })
            #expect(heard[1] == channels[channels.count - 1].map { $0 * pan.rightGain })
        }
    }

    @Test(arguments: Cut.all) func `slices change no bit`(cut: Cut) throws {
        #expect(bits(try panned(noise, -0.4, cut)) == bits(try panned(noise, -0.4)))
        #expect(bits(try panned([noise[0]], 0.4, cut)) == bits(try panned([noise[0]], 0.4)))
    }

    @Test func `silence stays marked, and other channels or rates are refused`() throws {
        let unit = StereoPanner()
        try unit.setStreamFormat(format(8000, 1), scope: .input)
        #expect(try unit.streamFormat(.output) == format(8000, 2))
        try unit.setRenderCallback({ flags, _, _, _, _ in flags.insert(.outputIsSilence) }, bus: 0)
        try unit.initialize()
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 10)
        var flags: RenderActionFlags = []
        try unit.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 8000), frameCount: 10, into: &buffer)
        #expect(flags.contains(.outputIsSilence) && buffer.samples(ofChannel: 1).allSatisfy { $0 == 0 })
        for (input, output) in [
            (format(8000, 3), format(8000, 2)), (format(8000, 1), format(8000, 1)), (format(8000, 2), format(9000, 2)),
        ] {
            let other = StereoPanner()
            try other.setStreamFormat(output, scope: .output)
            try other.setStreamFormat(input, scope: .input)
            #expect(code { try other.initialize() } == .formatNotSupported)
        }
    }
}
