import Foundation
import KKConvert
import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Units that take more frames than they give, or fewer.
@Suite struct TimeEffectTests {
    private func unit<Unit: TimeEffect>(
        _ unit: Unit, _ channels: [[Float]], _ settings: [(ParameterID, Float)] = []
    ) throws -> Unit {
        try unit.setStreamFormat(format(44_100, channels.count), scope: .input)
        try unit.setRenderCallback(give(channels), bus: 0)
        for (id, value) in settings { try unit.setParameter(id, value) }
        try unit.initialize()
        return unit
    }

    private var formantKeeper: NewTimePitch {
        let unit = NewTimePitch()
        unit.keepsFormants = true
        return unit
    }

    private func sine(_ frequency: Double, _ count: Int) -> [Float] {
        let step = 2 * Double.pi * frequency / 44_100
        return (0..<count).map { Float(0.5 * sin(step * Double($0))) }
    }

    /// Of a sine in the middle of it, by the times that it crosses zero upwards.
    private func frequency(_ samples: ArraySlice<Float>) -> Double {
        var places: [Double] = []
        for index in samples.indices.dropLast() where samples[index] <= 0 && samples[index + 1] > 0 {
            let part = samples[index] / (samples[index] - samples[index + 1])
            places.append(Double(index) + Double(part))
        }
        return Double(places.count - 1) / (places[places.count - 1] - places[0]) * 44_100
    }

    private let noise = [SeededNumbers.noise(6_000, seed: 1), SeededNumbers.noise(6_000, seed: 2)]

    @Test func `the ranges and defaults are AudioUnitParameters.h's`() {
        let pitch = NewTimePitch().parameters(.global), tape = Varispeed().parameters(.global)
        #expect(TimePitch().parameters(.global) == Array(pitch[..<2]))
        #expect(ComponentDescription.timePitch.description == "'aufc' 'tmpt' 'appl'")
        #expect(pitch.map(\.id) == [0, 1, 4, 6] && tape.map(\.id) == [0, 1])
        #expect(pitch.map(\.range) == [0.03125...32, -2400...2400, 3...32, 0...1])
        #expect(tape.map(\.range) == [0.25...4, -2400...2400])
        #expect(pitch.map(\.defaultValue) == [1, 0, 8, 1] && tape.map(\.defaultValue) == [1, 0])
        #expect(pitch.map(\.unit) == [.rate, .cents, .generic, .boolean])
        #expect(ComponentDescription.newTimePitch.description == "'aufc' 'nutp' 'appl'")
        #expect(ComponentDescription.varispeed.description == "'aufc' 'vari' 'appl'")
    }

    @Test func `a varispeed at rate 1 passes every bit, and a time pitch all but rounding`() throws {
        #expect(bits(try unit(Varispeed(), noise).rendered(6_000)) == bits(noise))
        let sound = try unit(NewTimePitch(), noise).rendered(6_000)
        for channel in 0..<2 {
            for frame in 0..<6_000 { #expect(abs(sound[channel][frame] - noise[channel][frame]) < 1e-4) }
        }
    }

    @Test func `the older time pitch sounds as the new one does by default`() throws {
        for settings: [(ParameterID, Float)] in [[(0, 0.7), (1, 250)], [(0, 3)]] {
            #expect(
                bits(try unit(TimePitch(), noise, settings).rendered(1_500))
                    == bits(try unit(NewTimePitch(), noise, settings).rendered(1_500)))
        }
    }

    @Test(arguments: Cut.all) func `slices change no bit`(cut: Cut) throws {
        func heard(_ cut: Cut) throws -> [[[UInt32]]] {
            [
                bits(try unit(Varispeed(), noise, [(0, 1.3)]).rendered(3_000, cut)),
                bits(try unit(NewTimePitch(), noise, [(0, 0.7), (1, 250)]).rendered(3_000, cut)),
                bits(try unit(NewTimePitch(), noise, [(0, 3), (4, 3), (6, 0)]).rendered(1_500, cut)),
                bits(try unit(formantKeeper, noise, [(1, -500)]).rendered(1_500, cut)),
                bits(try unit(TimePitch(), noise, [(0, 1.5), (1, 300)]).rendered(1_500, cut)),
            ]
        }
        #expect(try heard(cut) == heard(.every(1_000)))
    }

    @Test(arguments: [(1.0, 0.0), (0.5, 0), (2, 0), (1, 700), (1.5, -1200), (0.25, 2400), (30, -2400)])
    func `rate and pitch each change their own`(rate: Double, pitch: Double) throws {
        let source = [sine(997, Int(40_000 * max(1, rate)))]
        let sound = try unit(NewTimePitch(), source, [(0, Float(rate)), (1, Float(pitch))]).rendered(30_000)[0]
        let wanted = 997 * exp2(pitch / 1200)
        #expect(abs(1200 * log2(frequency(sound[8_000..<28_000]) / wanted)) < 0.1)
    }

    /// Frequencies and widths of the formants of an open vowel.
    private static let formants = [(600.0, 130.0), (1300, 150), (2600, 200)]

    /// A voice whose fundamental glides from 90 to 130 Hz, by its harmonics: each is as loud as the formants say.
    private func voice(_ count: Int) -> [Float] {
        func loudness(_ f: Double) -> Double {
            Self.formants.reduce(1) { product, formant in
                let (centre, half) = (formant.0, formant.1 / 2), size = centre * centre + half * half
                return product * size / (hypot(f - centre, half) * hypot(f + centre, half))
            }
        }
        var phase = 0.0
        return (0..<count).map { index in
            let f0 = 90 + 40 * Double(index) / Double(count)
            phase += 2 * .pi * f0 / 44_100
            var sum = 0.0
            for number in 1...Int(5000 / f0) {
                let h = Double(number)
                sum += 0.02 * loudness(h * f0) * cos(h * phase + 0.3 * h * h)
            }
            return Float(sum)
        }
    }

    /// The harmonics of what became of a voice: frequencies, and powers where the spectrum says so.
    private func harmonics(_ samples: [Float], _ factor: Double) -> [(frequency: Double, power: Double)] {
        let fft = RealFFT(size: 4_096), step = 44_100.0 / 4_096
        var real = [Float](repeating: 0, count: fft.binCount), imaginary = real
        var found: [(Double, Double)] = []
        for start in Swift.stride(from: 4_096, to: samples.count - 8_192, by: 1_024) {
            let window = (0..<4_096).map { samples[start + $0] * Float(pow(sin(.pi * Double($0) / 4_096), 2)) }
            var re = real.mutableSpan, im = imaginary.mutableSpan
            fft.forward(window.span, real: &re, imaginary: &im)
            let f0 = 90 + 40 * Double(start + 2_048) / Double(samples.count)
            for number in 1...Int(4000 / (f0 * factor)) {
                let frequency = Double(number) * f0 * factor, bin = Int((frequency / step).rounded())
                let powers = (bin - 2...bin + 2).map { Double(re[$0] * re[$0] + im[$0] * im[$0]) }
                found.append((frequency, powers.max() ?? 0))
            }
        }
        return found
    }

    /// Where the harmonics are loudest around a frequency, by that frequency.
    private func peak(_ harmonics: [(frequency: Double, power: Double)], near centre: Double) -> Double {
        func level(_ place: Double) -> Double {
            var sum = 0.0, weights = 0.0
            for (frequency, power) in harmonics where abs(frequency - place) < 80 {
                let weight = exp(-pow((frequency - place) / 20, 2))
                sum += weight * power
                weights += weight
            }
            return sum / weights
        }
        let places = (0...75).map { centre * (0.85 + 0.004 * Double($0)) }
        return (places.max { level($0) < level($1) } ?? 0) / centre
    }

    @Test(arguments: [-700.0, -300, 400, 600]) func `formants stay where they are while the voice moves, on wish`(
        cents: Double
    ) throws {
        let voice = [voice(176_400)], factor = exp2(cents / 1200)
        let kept = harmonics(
            try unit(formantKeeper, voice, [(1, Float(cents))]).rendered(176_400)[0], factor)
        let moved = harmonics(try unit(NewTimePitch(), voice, [(1, Float(cents))]).rendered(176_400)[0], factor)
        for (frequency, _) in Self.formants {
            #expect(abs(peak(kept, near: frequency) - 1) < 0.03, "\(frequency) Hz")
            if frequency * factor < 3000 { #expect(abs(peak(moved, near: frequency * factor) - 1) < 0.03) }
        }
    }

    @Test func `rate and cents of a varispeed are one setting`() throws {
        let tape = try unit(Varispeed(), [sine(441, 30_000)], [(1, 1200)])
        #expect(try tape.parameter(Varispeed.Parameter.playbackRate) == 2)
        #expect(abs(frequency(try tape.rendered(10_000)[0][2_000..<9_000]) - 882) < 0.1)
        try tape.setParameter(Varispeed.Parameter.playbackRate, 0.5)
        #expect(try tape.parameter(Varispeed.Parameter.playbackCents) == -1200)
    }

    @Test func `a tape's frames are those of the varispeed converter, whose sums are written down`() throws {
        let sound = try unit(Varispeed(), [sine(1_000, 20_000)], [(0, 0.75)]).rendered(16_000)[0]
        let step = 2 * Double.pi * 1_000 * 0.75 / 44_100
        for frame in 4_000..<12_000 {
            let wanted = 0.5 * sin(step * Double(frame))
            #expect(abs(Double(sound[frame]) - wanted) < 1e-5)
        }
    }

    @Test func `the end of the input is heard at the rate that holds then`() throws {
        for (kind, rate, length) in [
            ("tape", 2.0, 500), ("tape", 0.75, 1_334), ("pitch", 2, 500), ("pitch", 0.5, 2_000),
        ] {
            let unit: TimeEffect = kind == "tape" ? Varispeed() : NewTimePitch()
            try unit.setStreamFormat(format(44_100, 1), scope: .input)
            try unit.setRenderCallback(
                { flags, time, _, frames, buffer in
                    let left = 1_000 - Int(time.sampleTime)
                    buffer.fill(channel: 0, with: Array(repeating: 0.5, count: max(0, min(left, frames))))
                    if left > frames { return }
                    buffer.frameLength = max(0, left)
                    flags.insert(.offlineComplete)
                }, bus: 0)
            try unit.setParameter(0, Float(rate))
            try unit.initialize()
            _ = try unit.rendered(4_096)
            #expect(unit.endTime() == Int64(length), "\(kind) \(rate)")
        }
    }

    @Test func `a ramp of the rate moves the pitch of a tape frame by frame`() throws {
        let tape = try unit(Varispeed(), [sine(441, 60_000)])
        var found: [Double] = []
        let sound = try tape.rendered(20_000, .every(1_000)) { frame, _ in
            guard frame == 4_000 else { return }
            try tape.scheduleParameters([
                ParameterEvent(Varispeed.Parameter.playbackRate, .ramped(offset: 0, frameCount: 1_000, from: 1, to: 2))
            ])
        }[0]
        for start in [1_000, 8_000] { found.append(frequency(sound[start..<start + 2_500])) }
        #expect(abs(found[0] - 441) < 0.1 && abs(found[1] - 882) < 0.1)
        #expect(try tape.parameter(Varispeed.Parameter.playbackCents) == 1200)
        #expect(zip(sound[1_000..<18_000], sound[1_001..<18_001]).allSatisfy { abs($0 - $1) < 0.07 })
    }

    @Test(arguments: [(-1200.0, 1200.0), (700, 0)])
    func `a ramp in cents reads its input where the sum of its rates is`(from: Double, to: Double) throws {
        let tape = try unit(Varispeed(), [sine(441, 60_000)], [(1, Float(from))]), first = 4_000, length = 2_000
        let sound = try tape.rendered(12_000, .every(1_000)) { frame, _ in
            guard (first..<first + length).contains(frame) else { return }
            try tape.scheduleParameters([
                ParameterEvent(
                    Varispeed.Parameter.playbackCents,
                    .ramped(offset: first - frame, frameCount: length, from: Float(from), to: Float(to)))
            ])
        }[0]
        let step = 2 * Double.pi * 441 / 44_100
        var place = 0.0
        for frame in 0..<12_000 {
            if frame > 1_000 { #expect(abs(Double(sound[frame]) - 0.5 * sin(step * place)) < 1e-5, "frame \(frame)") }
            let part = Double(min(max(frame - first, 0), length)) / Double(length)
            place += exp2((from + (to - from) * part) / 1200)
        }
    }

    @Test func `a reset begins anew, and a bypass passes`() throws {
        let pitch = try unit(NewTimePitch(), noise, [(0, 0.8)])
        let first = try pitch.rendered(2_000)
        pitch.reset()
        #expect(bits(try pitch.rendered(2_000)) == bits(first))
        pitch.isBypassed = true
        #expect(bits(try pitch.rendered(2_000)) == bits(noise.map { Array($0[..<2_000]) }))
        pitch.isBypassed = false
        #expect(bits(try pitch.rendered(2_000)) == bits(first))
    }
}
