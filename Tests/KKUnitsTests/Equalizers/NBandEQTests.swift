import Foundation
import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct NBandEQTests {
    private func unit(_ bands: Int? = nil) throws -> NBandEQ {
        let unit = NBandEQ()
        try unit.setStreamFormat(format(48_000, 2), scope: .input)
        if let bands { try unit.setBandCount(bands) }
        return unit
    }

    @Test func `the number of bands is set before the unit is initialized, up to a maximum`() throws {
        let unit = try unit()
        #expect(unit.bandCount == 16 && NBandEQ.maximumBandCount == 64)
        for count in [1, 64] {
            try unit.setBandCount(count)
            #expect(
                unit.bandCount == count && unit.parameters(.global).count == 1 + 5 * count && unit.bands.count == count)
        }
        for count in [0, -1, 65, .max] { #expect(code { try unit.setBandCount(count) } == .invalidPropertyValue) }
        #expect(unit.bandCount == 64)
        try unit.initialize()
        #expect(code { try unit.setBandCount(8) } == .initialized)
        #expect(unit.bandCount == 64)
        unit.uninitialize()
        try unit.setBandCount(8)
        #expect(code { try unit.setParameter(NBandEQ.Parameter.gain + 8, 1) } == .invalidParameter)
    }

    @Test func `bands that stay keep their settings, and new ones are bypassed`() throws {
        let unit = try unit(4)
        for n in 0..<4 {
            try unit.setParameter(NBandEQ.Parameter.gain + n, Float(n) + 1)
            try unit.setParameter(NBandEQ.Parameter.bypassBand + n, 0)
        }
        try unit.setParameter(NBandEQ.Parameter.globalGain, -3)
        try unit.setBandCount(2)
        try unit.setBandCount(6)
        #expect(
            unit.bands.map(\.gain) == [1, 2, 0, 0, 0, 0]
                && unit.bands.map(\.isBypassed) == [false, false, true, true, true, true])
        #expect(try unit.parameter(NBandEQ.Parameter.globalGain) == -3)
    }

    @Test func `its properties have Core Audio's numbers`() throws {
        #expect(
            [PropertyID.numberOfBands, .maximumNumberOfBands, .biquadCoefficients].map(\.rawValue) == [
                2200, 2201, 2203,
            ])
        let unit = try unit()
        var heard: [PropertyID] = []
        _ = unit.addPropertyListener(.numberOfBands) { _, id, _, _ in heard.append(id) }
        try unit.setProperty(.numberOfBands, 3)
        #expect(
            try unit.property(.numberOfBands) == 3 && unit.property(.maximumNumberOfBands) == 64
                && heard == [.numberOfBands])
        #expect(code { try unit.setProperty(.maximumNumberOfBands, 3) } == .propertyNotWritable)
        #expect(code { _ = try unit.property(.numberOfBands, scope: .input) } == .invalidScope)
        #expect(code { _ = try LowPassFilter().property(.numberOfBands) } == .invalidProperty)
        #expect(code { _ = try GraphicEQ().property(.maximumNumberOfBands) } == .invalidProperty)
        #expect(code { _ = try MultiChannelMixer().property(.biquadCoefficients) } == .invalidProperty)
    }

    @Test func `the coefficients are those of the sections, at the unit's rate`() throws {
        let unit = try unit(3)
        let band = EQBand(.highShelf, frequency: 2000, gain: 6)
        try unit.setBands([EQBand(.parametric, frequency: 500, gain: -4, bandwidth: 1), band])
        let at48 = try unit.property(.biquadCoefficients)
        #expect(at48.count == 3 && at48[1] == band.coefficients(sampleRate: 48_000) && at48[2] == .identity)
        for f in [20.0, 700, 15_000] {
            let product = at48.reduce(1) { $0 * $1.magnitude(atFrequency: f, sampleRate: 48_000) }
            #expect(abs(try unit.frequencyResponse(at: [f])[0] - product) < 1e-12)
        }
        try unit.setStreamFormat(format(96_000, 2), scope: .output)
        #expect(try unit.property(.biquadCoefficients)[1] == band.coefficients(sampleRate: 96_000))
    }

    @Test func `all eleven kinds are chosen by number, and sound as their descriptions do`() throws {
        let noise = SeededNumbers.noise(600, seed: 4)
        var seen: Set<[UInt32]> = []
        for kind in FilterType.allCases {
            let byNumber = try unit(), byBand = try unit()
            try byNumber.setParameter(NBandEQ.Parameter.filterType, Float(kind.rawValue))
            try byNumber.setParameter(NBandEQ.Parameter.frequency, 1500)
            try byNumber.setParameter(NBandEQ.Parameter.gain, 9)
            try byNumber.setParameter(NBandEQ.Parameter.bandwidth, 1)
            try byNumber.setParameter(NBandEQ.Parameter.bypassBand, 0)
            try byBand.setBands([EQBand(kind, frequency: 1500, gain: 9, bandwidth: 1)])
            #expect(byNumber.bands == byBand.bands && byNumber.bands[0].kind == kind)
            let heard = try [byNumber, byBand].map { unit in
                try unit.setRenderCallback(give([noise, noise]), bus: 0)
                try unit.initialize()
                return bits(try unit.rendered(600))
            }
            #expect(heard[0] == heard[1])
            seen.insert(heard[0][0])
        }
        #expect(FilterType.allCases.count == 11 && seen.count == 11)
        #expect(try unit().parameterInfo(NBandEQ.Parameter.filterType).valueNames[9] == "resonantLowShelf")
    }

    @Test func `the page about equalisers has a row for every kind and unit`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/equaliser.md", encoding: .utf8)
        for kind in FilterType.allCases { #expect(page.contains("\n| \(kind.rawValue) | \(kind) | ")) }
        for code in ["lpas", "hpas", "bpas", "lshf", "hshf", "pmeq", "nbeq", "greq", "ipeq"] {
            #expect(page.contains("`\(code)`"))
        }
    }

    @Test func `the global gain is heard, with and without bands`() throws {
        let noise = SeededNumbers.noise(500, seed: 21)
        for band in [[], [EQBand(.lowShelf, frequency: 300, gain: 6)]] {
            let plain = try unit(), louder = try unit()
            try louder.setParameter(NBandEQ.Parameter.globalGain, 6.0206)
            let heard = try [plain, louder].map { unit in
                try unit.setBands(band)
                try unit.setRenderCallback(give([noise, noise]), bus: 0)
                try unit.initialize()
                return try unit.rendered(500)[1]
            }
            #expect(
                zip(heard[0], heard[1]).allSatisfy { abs($1 - 2 * $0) < 1e-5 } && heard[0].contains { abs($0) > 0.5 })
        }
    }

    @Test func `the global gain is not rounded apart from the bands`() throws {
        let noise = SeededNumbers.noise(2000, seed: 22)
        // Alone it is one product, and after a band it is a factor that any section could have.
        let alone = try unit(), behind = try unit()
        try behind.setBands([EQBand(.lowShelf, frequency: 300, gain: 6)])
        for unit in [alone, behind] {
            try unit.setParameter(NBandEQ.Parameter.globalGain, -5.3)
            try unit.setRenderCallback(give([noise, noise]), bus: 0)
            try unit.initialize()
        }
        let gain = Decibels(Double(Float(-5.3))).linear
        #expect(try alone.rendered(2000)[0] == noise.map { Float(Double($0) * gain) })
        // The same section in Float64, by its difference equation.
        let c = EQBand(.lowShelf, frequency: 300, gain: 6).coefficients(sampleRate: 48_000)
        var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
        let expected = noise.map { sample in
            let x = Double(sample)
            let y = (((c.b1 * x1 + c.b2 * x2) - c.a2 * y2) + c.b0 * x) - c.a1 * y1
            (x1, x2, y1, y2) = (x, x1, y, y1)
            return Float(y * gain)
        }
        #expect(try behind.rendered(2000)[0] == expected)
    }

    @Test func `setting bands bypasses the others and refuses what there is no place or range for`() throws {
        let unit = try unit(2)
        try unit.setBands([EQBand(gain: 1), EQBand(gain: 2)])
        try unit.setBands([EQBand(gain: 3)])
        #expect(unit.bands.map(\.isBypassed) == [false, true])
        #expect(code { try unit.setBands([EQBand(), EQBand(), EQBand()]) } == .invalidPropertyValue)
        for band in [
            EQBand(frequency: .nan), EQBand(frequency: 24_001), EQBand(gain: 25), EQBand(bandwidth: 0),
            EQBand(gain: -.infinity),
        ] {
            #expect(code { try unit.setBands([band]) } == .invalidParameterValue, "\(band)")
        }
        #expect(unit.bands[0].gain == 3)
    }

    @Test func `every band bypassed passes every bit, the largest number too`() throws {
        let noise = SeededNumbers.noise(600, seed: 6) + [-0.0, .leastNonzeroMagnitude]
        let unit = try unit(64)
        try unit.setBands((0..<64).map { EQBand(gain: Double($0) / 4, isBypassed: true) })
        try unit.setRenderCallback(give([noise, noise]), bus: 0)
        try unit.initialize()
        #expect(bits(try unit.rendered(noise.count)) == bits([noise, noise]))
    }
}
