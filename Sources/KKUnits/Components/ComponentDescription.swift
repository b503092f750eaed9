public import KKPCM

/// The codes of a kind of unit: the first three fields of an `AudioComponentDescription`. In a search, the code 0 matches any.
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

    /// The outputs of devices. There are no devices here, so a search for one of these finds ``genericOutput``, unless
    /// a component of your own has the description.
    public static let remoteIO = ComponentDescription(type: .outputUnit, subType: "rioc")
    public static let halOutput = ComponentDescription(type: .outputUnit, subType: "ahal")
    public static let defaultOutput = ComponentDescription(type: .outputUnit, subType: "def ")
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
    public static let pannerUnit: FourCharCode = "aupn"
    public static let apple: FourCharCode = "appl"
    public static let kkmix: FourCharCode = "kkmx"
}
