import KKAnalysis
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct LevelMeterTests {
    @Test("a square wave at full scale has an RMS of 0 dBFS, a sine one of -3.01")
    func rms() throws {
        let square = (0..<48_000).map { Float($0 % 48 < 24 ? 1 : -1) }
        #expect(levels([square]).rms == 1)
        let sine = try measured([Tone.sine(48_000, frequency: 1000, rate: 48_000)])
        #expect(isNear(sine.rms, -3.0103, within: 1e-4) && isNear(sine.samplePeak, 0, within: 1e-6))
        #expect(isNear(sine.dcOffset, 0, within: 1e-7))
    }

    @Test("peak, RMS and offset of known samples, channel by channel and together")
    func values() throws {
        let levels = levels([[0.5, -0.25, 0.25, 0.5], [0, 0, 0, 0]])
        #expect(levels.channels[0].peak == 0.5 && levels.channels[0].peakFrame == 0)
        #expect(levels.channels[0].dcOffset == 0.25)
        #expect(isNear(levels.channels[0].rms, (0.625 / 4).squareRoot(), within: 1e-15))
        #expect(levels.channels[1] == ChannelLevel())
        #expect(isNear(levels.rms, (0.625 / 8).squareRoot(), within: 1e-15))
        #expect(levels.noiseFloor == nil)
    }

    @Test("the peak's place is the first frame that has it")
    func peakPlace() {
        var samples = [Float](repeating: 0.1, count: 9000)
        (samples[5000], samples[7000]) = (-0.5, 0.5)
        #expect(levels([samples]).channels[0].peakFrame == 5000)
    }

    @Test("samples from the largest code of 16 bits on are at full scale, and three in a row are a run")
    func clipping() {
        let full: Float = 32_767 / 32_768
        let samples: [Float] = [0, full, full, 0.9, -1, -1, 1.5, 1, full.nextDown, full, full, full, 0, 1]
        let level = levels([samples]).channels[0]
        #expect(level.clippedSampleCount == 10 && level.clippedRunCount == 2)
        for slice in [1, 2, 3, 5] { #expect(levels([samples], slice: slice).channels[0] == level) }
    }

    @Test("silence is counted before the first and behind the last sample that 16 bits could hold, on any channel")
    func silence() {
        let hush: Float = Float(0x1p-16).nextDown
        let found = levels([[hush, -0.0, 0, 0, 0.5, 0, 0], [0, 0, -hush, 0, 0, -0x1p-16, hush]])
        #expect(found.leadingSilence == 4 && found.trailingSilence == 1)
        #expect(levels([[0, hush]]).leadingSilence == 2 && levels([[0, hush]]).trailingSilence == 2)
        #expect(levels([[]]).leadingSilence == 0 && levels([[]]).trailingSilence == 0)
        #expect(levels([[1]]).leadingSilence == 0 && levels([[1]]).trailingSilence == 0)
    }

    @Test("what is not finite is counted, its first place told, and it is zero for the rest")
    func nonFinite() {
        let found = levels([[0, 0.5, 0, .nan, .infinity], [0, 0, 0, -.infinity, 0.25]])
        #expect(
            found.channels.map(\.nonFiniteCount) == [2, 1] && found.firstNonFinite == Levels.Place(frame: 3, channel: 0)
        )
        #expect(found.channels.map(\.peak) == [0.5, 0.25] && found.channels[0].dcOffset == 0.1)
        #expect(found.channels.allSatisfy { $0.clippedSampleCount == 0 })
        #expect(levels([[.nan]]).leadingSilence == 1)
        #expect(levels([[0, .nan], [.nan, 0]]).firstNonFinite == Levels.Place(frame: 0, channel: 1))
    }

    @Test("the noise floor is the lowest half second")
    func noiseFloor() {
        let loud = [Float](repeating: 0.5, count: 24_000), quiet = [Float](repeating: 0.001, count: 24_000)
        #expect(isNear(levels([loud + loud + quiet + loud]).noiseFloor, 0.001, within: 1e-9))
        #expect(levels([Array(loud.dropLast())]).noiseFloor == nil)
        #expect(levels([loud]).noiseFloor == 0.5)
    }

    @Test(
        "the quietest half second is found wherever it begins",
        arguments: [48_000, 44_100, 11_025, 8_001, 100, 7] as [Double])
    func quietest(rate: Double) {
        let half = Int((rate / 2).rounded())
        for start in [0, 1, half / 3, half, 2 * half + half / 7] {
            // As long as the window, so that every other one has something loud in it.
            let quiet = [Float](repeating: 0.001, count: half)
            let sound = [Float](repeating: 1, count: start) + quiet + [Float](repeating: 1, count: 3 * half - start)
            #expect(isNear(levels([sound, sound], rate: rate).noiseFloor, 0.001, within: 1e-9), "from frame \(start)")
            #expect(isNear(levels([Array(sound.prefix(start + half))], rate: rate).noiseFloor, 0.001, within: 1e-9))
        }
    }

    @Test("the noise floor is that of every window, added up one by one", arguments: [100, 333, 1000] as [Double])
    func everyWindow(rate: Double) {
        let half = Int((rate / 2).rounded())
        for seed in 1...4 as ClosedRange<UInt64> {
            var noise = SeededNumbers.noise(4 * half + 5, seed: seed)
            for index in half..<2 * half { noise[index] *= Float(seed) * 0.25 }
            noise[3] = 3e30
            let squares = noise.map { Double($0) * Double($0) }
            let least = (0...squares.count - half).map { squares[$0..<$0 + half].reduce(0, +) }.min() ?? 0
            #expect(isNear(levels([noise], rate: rate).noiseFloor, (least / Double(half)).squareRoot(), within: 1e-13))
        }
    }

    @Test("every cut gives the same bits", arguments: [48_000, 11_025, 44_100.5, 7] as [Double])
    func cuts(rate: Double) {
        var noise = SeededNumbers.noise(30_000, seed: 8)
        for place in 12_000..<12_010 { noise[place] = place % 2 == 0 ? 1 : -1 }
        (noise[20_000], noise[20_001]) = (.nan, -.infinity)
        let channels = [[Float](repeating: 0, count: 500) + noise, [Float](repeating: 0, count: 30_500)]
        let whole = levels(channels, rate: rate, slice: 40_000)
        for slice in [1, 7, 2048, 4801] {
            #expect(levels(channels, rate: rate, slice: slice) == whole, "slices of \(slice)")
        }
    }
}
