public import KKPCM

/// Which kind of unit: the first three fields of an `AudioComponentDescription`. In a search, a code of 0 is any.
///
/// Source: AUComponent.h.
public struct ComponentDescription: Hashable, Sendable, Codable {
    public var type: FourCharCode
    public var subType: FourCharCode
    public var manufacturer: FourCharCode

    public init(type: FourCharCode, subType: FourCharCode, manufacturer: FourCharCode = .apple) {
        self.type = type
        self.subType = subType
        self.manufacturer = manufacturer
    }

    /// The head of a graph that is rendered by hand and not by a device.
    public static let genericOutput = ComponentDescription(type: .outputUnit, subType: "genr")
    /// The outputs that are a device. Where there is none, ``genericOutput`` stands in their place, and whoever looks for
    /// one of these finds it, unless a component of one's own has the description.
    public static let remoteIO = ComponentDescription(type: .outputUnit, subType: "rioc")
    public static let halOutput = ComponentDescription(type: .outputUnit, subType: "ahal")
    public static let defaultOutput = ComponentDescription(type: .outputUnit, subType: "def ")
    public static let multiChannelMixer = ComponentDescription(type: .mixerUnit, subType: "mcmx")
    public static let matrixMixer = ComponentDescription(type: .mixerUnit, subType: "mxmx")
    public static let lowPassFilter = ComponentDescription(type: .effectUnit, subType: "lpas")
    public static let highPassFilter = ComponentDescription(type: .effectUnit, subType: "hpas")
    public static let bandPassFilter = ComponentDescription(type: .effectUnit, subType: "bpas")
    public static let highShelfFilter = ComponentDescription(type: .effectUnit, subType: "hshf")
    public static let lowShelfFilter = ComponentDescription(type: .effectUnit, subType: "lshf")
    public static let parametricEQ = ComponentDescription(type: .effectUnit, subType: "pmeq")
    public static let nBandEQ = ComponentDescription(type: .effectUnit, subType: "nbeq")
    public static let graphicEQ = ComponentDescription(type: .effectUnit, subType: "greq")
    public static let iPodEQ = ComponentDescription(type: .effectUnit, subType: "ipeq")
    public static let peakLimiter = ComponentDescription(type: .effectUnit, subType: "lmtr")
    public static let dynamicsProcessor = ComponentDescription(type: .effectUnit, subType: "dcmp")
    public static let multibandCompressor = ComponentDescription(type: .effectUnit, subType: "mcmp")
    public static let delay = ComponentDescription(type: .effectUnit, subType: "dely")
    public static let sampleDelay = ComponentDescription(type: .effectUnit, subType: "sdly")
    /// kkmix's own, which Core Audio does not have.
    public static let truePeakLimiter = ComponentDescription(type: .effectUnit, subType: "tpkl", manufacturer: .kkmix)
    public static let gate = ComponentDescription(type: .effectUnit, subType: "gate", manufacturer: .kkmix)
    public static let ducker = ComponentDescription(type: .effectUnit, subType: "duck", manufacturer: .kkmix)
    public static let splitter = ComponentDescription(type: .formatConverterUnit, subType: "splt")
    public static let multiSplitter = ComponentDescription(type: .formatConverterUnit, subType: "mspl")
    public static let merger = ComponentDescription(type: .formatConverterUnit, subType: "merg")
    public static let converter = ComponentDescription(type: .formatConverterUnit, subType: "conv")
    public static let scheduledSoundPlayer = ComponentDescription(type: .generatorUnit, subType: "sspl")
    public static let filePlayer = ComponentDescription(type: .generatorUnit, subType: "afpl")
    /// kkmix's own, which Core Audio does not have.
    public static let audioPlayer = ComponentDescription(type: .generatorUnit, subType: "play", manufacturer: .kkmix)
}

extension ComponentDescription {
    /// What is found for it among kkmix's units.
    var resolved: ComponentDescription {
        let isDevice = [.remoteIO, .halOutput, .defaultOutput].contains { $0.subType == subType && matches($0) }
        return isDevice ? .genericOutput : self
    }
}

extension ComponentDescription: CustomStringConvertible {
    /// `'aumx' 'mcmx' 'appl'`
    public var description: String { "\(type) \(subType) \(manufacturer)" }
}

extension FourCharCode {
    public static let outputUnit: FourCharCode = "auou"
    public static let mixerUnit: FourCharCode = "aumx"
    public static let formatConverterUnit: FourCharCode = "aufc"
    public static let effectUnit: FourCharCode = "aufx"
    public static let generatorUnit: FourCharCode = "augn"
    public static let apple: FourCharCode = "appl"
    public static let kkmix: FourCharCode = "kkmx"
}
