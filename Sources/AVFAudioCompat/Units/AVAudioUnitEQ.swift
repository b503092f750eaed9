internal import KKAudio

public enum AVAudioUnitEQFilterType: Int, Sendable {
    case parametric = 0
    case lowPass = 1
    case highPass = 2
    case resonantLowPass = 3
    case resonantHighPass = 4
    case bandPass = 5
    case bandStop = 6
    case lowShelf = 7
    case highShelf = 8
    case resonantLowShelf = 9
    case resonantHighShelf = 10
}

/// A chain of filters: `NBandEQ` of kkmix.
open class AVAudioUnitEQ: AVAudioUnitEffect {
    public private(set) var bands: [AVAudioUnitEQFilterParameters] = []

    /// - Parameter numberOfBands: 0 … 64.
    public init(numberOfBands: Int) {
        super.init(audioComponentDescription: AudioComponentDescription(ComponentDescription.nBandEQ))
        // A unit has a band at least, which is bypassed.
        AVFAudioError.require(
            numberOfBands >= 0 && (try? (unit as? NBandEQ)?.setBandCount(max(1, numberOfBands))) != nil,
            "numberOfBands is 0 to \(NBandEQ.maximumBandCount)")
        bands = (0..<numberOfBands).map { AVAudioUnitEQFilterParameters(of: self, $0) }
    }

    /// One band.
    public convenience init() { self.init(numberOfBands: 1) }

    /// -96 … 24 dB after all bands; default: 0.
    public var globalGain: Float {
        get { value(NBandEQ.Parameter.globalGain) }
        set { set(NBandEQ.Parameter.globalGain, newValue) }
    }
}

/// A band of an ``AVAudioUnitEQ``. Values out of range are limited.
open class AVAudioUnitEQFilterParameters: NSObject {
    private unowned let equalizer: AVAudioUnitEQ
    private let index: Int

    init(of equalizer: AVAudioUnitEQ, _ index: Int) {
        self.equalizer = equalizer
        self.index = index
    }

    public var filterType: AVAudioUnitEQFilterType {
        get {
            AVAudioUnitEQFilterType(rawValue: Int(equalizer.value(NBandEQ.Parameter.filterType + index))) ?? .parametric
        }
        set { equalizer.set(NBandEQ.Parameter.filterType + index, Float(newValue.rawValue)) }
    }

    /// 20 Hz … half the sample rate; default: 1000.
    public var frequency: Float {
        get { equalizer.value(NBandEQ.Parameter.frequency + index) }
        set { equalizer.set(NBandEQ.Parameter.frequency + index, newValue) }
    }

    /// 0.05 … 5 octaves; default: 0.5.
    public var bandwidth: Float {
        get { equalizer.value(NBandEQ.Parameter.bandwidth + index) }
        set { equalizer.set(NBandEQ.Parameter.bandwidth + index, newValue) }
    }

    /// -96 … 24 dB; default: 0.
    public var gain: Float {
        get { equalizer.value(NBandEQ.Parameter.gain + index) }
        set { equalizer.set(NBandEQ.Parameter.gain + index, newValue) }
    }

    /// Whether the band is bypassed; default: true.
    public var bypass: Bool {
        get { equalizer.value(NBandEQ.Parameter.bypassBand + index) != 0 }
        set { equalizer.set(NBandEQ.Parameter.bypassBand + index, newValue ? 1 : 0) }
    }
}
