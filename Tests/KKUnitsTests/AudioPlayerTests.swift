import KKConvert
import KKMath
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// One sound, played when it is told to.
@Suite struct AudioPlayerTests {
    private static let ramp = (1...1000).map { Float($0) }

    private func player(
        _ channels: [[Float]] = [ramp], rate: Double = 48_000, out: Int = 1, staccato: UInt64? = nil,
        _ setUp: (AudioPlayer) -> Void = { _ in }
    ) throws -> AudioPlayer {
        let player = AudioPlayer()
        try player.setStreamFormat(format(48_000, out), scope: .output)
        try player.setSource(ArraySource(channels, sampleRate: rate, staccato: staccato))
        setUp(player)
        try player.initialize()
        return player
    }

    private func silence(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

    @Test(arguments: Cut.all) func `it begins at its time and ends with its sound, whatever the slices and reads`(
        cut: Cut
    ) throws {
        let player = try player(staccato: 3)
        player.play(atTime: 777.0 / 48_000)
        #expect(bits(try player.rendered(3000, cut)) == bits([silence(777) + Self.ramp + silence(1223)]))
        #expect(!player.isPlaying && player.endTime() == 1777 && player.currentTime == 0)
    }

    @Test func `without play there is silence, which has ended`() throws {
        let player = try player()
        #expect(try player.rendered(10) == [silence(10)])
        #expect(player.endTime() == 0 && player.deviceCurrentTime == 10.0 / 48_000)
        #expect(try AudioPlayerTests.empty().rendered(10) == [silence(10)])
    }

    private static func empty() throws -> AudioPlayer {
        let player = AudioPlayer()
        try player.setStreamFormat(format(48_000, 1), scope: .output)
        try player.initialize()
        player.play()
        return player
    }

    @Test func `a pause holds the place, and so does stop`() throws {
        let player = try player()
        player.play()
        #expect(try player.rendered(10)[0].last == 10)
        player.pause()
        #expect(try player.rendered(5) == [silence(5)])
        #expect(player.currentTime == 10.0 / 48_000 && player.duration == 1000.0 / 48_000)
        player.play()
        #expect(try player.rendered(2) == [[11, 12]])
        player.stop()
        player.currentTime = 500.0 / 48_000
        player.play()
        #expect(try player.rendered(1) == [[501]])
        player.currentTime = 1e9
        player.play()
        _ = try player.rendered(1)
        #expect(!player.isPlaying)
    }

    @Test func `a new initialization goes on where it was`() throws {
        let player = try player()
        player.play()
        _ = try player.rendered(10)
        player.uninitialize()
        #expect(!player.isPlaying)
        try player.initialize()
        player.play()
        #expect(try player.rendered(2) == [[11, 12]])
    }

    @Test(arguments: Cut.all) func `a sound is repeated as often as is wanted, without a seam`(cut: Cut) throws {
        let player = try player([[1, 2, 3, 4]])
        player.numberOfLoops = 2
        player.currentTime = 2.0 / 48_000
        player.play()
        #expect(try player.rendered(12, cut) == [[3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 0, 0]])
        player.numberOfLoops = -1
        player.play()
        #expect(try player.rendered(4001, cut)[0].last == 1 && player.isPlaying && player.endTime() == nil)
    }

    @Test func `what comes to its end says so once, and can be played again by who hears it`() throws {
        var told: [Bool] = []
        let player = try player([[1, 2]]) { player in
            player.didFinish = { player, error in
                told.append(error == nil)
                if told.count < 3 { player.play() }
            }
        }
        player.play()
        #expect(try player.rendered(9, .every(3)) == [[1, 2, 0, 1, 2, 0, 1, 2, 0]])
        #expect(told == [true, true, true] && player.endTime() == 8)
    }

    @Test func `a volume goes to another in a straight line, whatever the slices`() throws {
        for cut in Cut.all {
            let player = try player([Array(repeating: 1, count: 400)])
            player.volume = 0
            player.setVolume(1, fadeDuration: 100.0 / 48_000)
            player.play()
            let heard = try player.rendered(300, cut)[0]
            #expect(heard == (0..<300).map { Float(min(1, Double($0) / 100)) } && player.volume == 1)
            player.setVolume(.nan, fadeDuration: 0)
            player.setVolume(.infinity, fadeDuration: 1)
            player.setVolume(0.5, fadeDuration: .nan)
            #expect(player.volume == 1)
        }
    }

    @Test func `pan is a balance, mono goes to both sides, and a mono output has none`() throws {
        let player = try player(out: 2)
        player.pan = 0.25
        player.play()
        #expect(try player.rendered(2) == [[0.75, 1.5], [1, 2]])
        player.pan = .nan
        #expect(player.pan == 0.25)
        player.pan = -7
        #expect(try player.rendered(1) == [[3], [0]] && player.pan == -1)
        let mono = try self.player()
        mono.pan = 1
        mono.play()
        #expect(try mono.rendered(1) == [[1]])
    }

    @Test func `another rate is converted as a converted source is`() throws {
        let player = try player([SeededNumbers.noise(1000, seed: 1)], rate: 24_000)
        player.play()
        let source = try ArraySource([SeededNumbers.noise(1000, seed: 1)], sampleRate: 24_000).converted(
            by: nil, toSampleRate: 48_000, quality: .high)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 2000)
        #expect(try source.readFully(into: &buffer, at: 0, frameCount: 2000) == 2000)
        buffer.frameLength = 2000
        #expect(bits(try player.rendered(2000)) == bits([buffer.samples(ofChannel: 0)]))
        #expect(abs(player.currentTime - 1000.0 / 24_000) < 1e-9 || player.currentTime == 0)
    }

    @Test(arguments: Cut.all) func `twice the rate is half as long, and as high as it was`(cut: Cut) throws {
        let player = try player([(0..<20_000).map(sine)]) { $0.enableRate = true }
        player.rate = 2
        player.play()
        let heard = try player.rendered(10_100, cut)[0]
        #expect(!player.isPlaying && player.endTime() == 10_000)
        // In the middle, where windows see the sound alone: a sine of the same period, at some phase.
        let period = (3000..<7000).map { abs(heard[$0] - heard[$0 + 100]) }.max() ?? 1
        #expect(period < 1e-3)
        #expect((3000..<7000).allSatisfy { abs(pow2(heard[$0]) + pow2(heard[$0 + 25]) - 1) < 2e-3 })
    }

    /// A sine of 100 frames.
    private func sine(_ frame: Int) -> Float { Float(PortableMath.sin(Double(frame) / 50 * Double.pi)) }

    private func pow2(_ sample: Float) -> Float { sample * sample }

    @Test func `at rate 1 a sound is as it was but for rounding, and without enableRate to the bit`() throws {
        for isStretched in [true, false] {
            let player = try player { $0.enableRate = isStretched }
            if !isStretched { player.rate = 2 }
            player.play()
            let heard = try player.rendered(1000, .random(2))
            if !isStretched { #expect(bits(heard) == bits([Self.ramp])) }
            #expect(zip(heard[0], Self.ramp).allSatisfy { abs($0 - $1) < 1e-6 * 1000 })
        }
        let player = AudioPlayer()
        player.rate = 9
        #expect(player.rate == 2)
        player.rate = .nan
        #expect(player.rate == 2)
    }

    @Test func `the place follows the rate`() throws {
        let player = try player { $0.enableRate = true }
        player.rate = 1.5
        player.play()
        _ = try player.rendered(100)
        #expect(player.currentTime == 150.0 / 48_000)
    }

    @Test func `meters tell what they heard when they are updated, before the volume`() throws {
        let player = try player([Array(repeating: 0.5, count: 10_000)])
        player.volume = 0.1
        player.isMeteringEnabled = true
        player.play()
        _ = try player.rendered(4800)
        #expect(player.averagePower(forChannel: 0) == -160)
        player.updateMeters()
        #expect(abs(player.averagePower(forChannel: 0) + 6.0206) < 1e-3)
        #expect(abs(player.peakPower(forChannel: 0) + 6.0206) < 1e-3)
        #expect(player.peakPower(forChannel: 1) == -160 && player.peakPower(forChannel: -1) == -160)
        player.isMeteringEnabled = false
        player.updateMeters()
        #expect(player.averagePower(forChannel: 0) == -160)
    }

    private final class Broken: FrameSource {
        struct Refusal: Error {}
        let format = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
        let frameCount: Int64? = 100

        func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int { throw Refusal() }
        func seek(to frame: Int64) {}
    }

    @Test func `a sound that cannot be read ends with its error, which stops the render`() throws {
        let player = AudioPlayer()
        try player.setStreamFormat(format(48_000, 1), scope: .output)
        try player.setSource(Broken())
        try player.initialize()
        var told: [Bool] = []
        player.didFinish = { told.append($1 is Broken.Refusal) }
        player.play()
        #expect(throws: Broken.Refusal.self) { try player.rendered(1) }
        #expect(!player.isPlaying && told == [true])
    }

    @Test func `what cannot be played is refused`() throws {
        let player = try player()
        #expect(code { try player.setSource(ArraySource([[1]])) } == .initialized)
        player.uninitialize()
        #expect(code { try player.setSource(ArraySource([])) } == .formatNotSupported)
        #expect(code { try player.setSource(ArraySource([[1]]), layout: .stereo) } == .invalidPropertyValue)
        try player.setSource(ArraySource([[1]], sampleRate: 1e-9))
        #expect(code { try player.initialize() } == .formatNotSupported)
    }

    @Test func `no time and no place ends the program`() throws {
        let player = try player()
        for time in [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude] {
            player.currentTime = time
            player.play(atTime: time)
            player.setVolume(1, fadeDuration: time)
            for start in [.min, -1, 0, .max - 512] as [Int64] {
                _ = try? player.rendered(512, from: start)
            }
            player.stop()
        }
    }
}
