public import KKDSP
internal import KKPCM

// What an NBandEQ answers to by number, besides what every unit does.

extension PropertyID {
    public static let numberOfBands: PropertyID = 2200
    public static let maximumNumberOfBands: PropertyID = 2201
    public static let biquadCoefficients: PropertyID = 2203
}

extension AudioUnitProperty where Value == Int {
    /// Of an ``NBandEQ``.
    public static var numberOfBands: Self {
        Self(global: .numberOfBands) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.numberOfBands, NBandEQ.self).bandCount
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.numberOfBands, NBandEQ.self).setBandCount(value)
        }
    }

    public static var maximumNumberOfBands: Self {
        Self(global: .maximumNumberOfBands) { unit, _, _ throws(AudioUnitError) in
            _ = try unit.having(.maximumNumberOfBands, NBandEQ.self)
            return NBandEQ.maximumBandCount
        }
    }
}

extension AudioUnitProperty where Value == [BiquadCoefficients] {
    /// The sections of an ``NBandEQ`` at its sample rate, one for each band.
    public static var biquadCoefficients: Self {
        Self(global: .biquadCoefficients) { unit, _, _ throws(AudioUnitError) in
            let equalizer = try unit.having(.biquadCoefficients, NBandEQ.self)
            let rate = try equalizer.streamFormat(.output).sampleRate
            return equalizer.bands.map { $0.coefficients(sampleRate: rate) }
        }
    }
}
