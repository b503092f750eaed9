/// The number of a property: `AudioUnitPropertyID`.
///
/// Source: AudioUnitProperties.h. ``AudioUnitProperty`` joins each number with the type of its value.
public struct PropertyID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByIntegerLiteral {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public init(integerLiteral value: UInt32) {
        rawValue = value
    }

    public static let classInfo: PropertyID = 0
    public static let makeConnection: PropertyID = 1
    public static let sampleRate: PropertyID = 2
    public static let parameterList: PropertyID = 3
    public static let parameterInfo: PropertyID = 4
    public static let streamFormat: PropertyID = 8
    public static let elementCount: PropertyID = 11
    public static let latency: PropertyID = 12
    public static let supportedNumChannels: PropertyID = 13
    public static let maximumFramesPerSlice: PropertyID = 14
    public static let parameterValueStrings: PropertyID = 16
    public static let audioChannelLayout: PropertyID = 19
    public static let tailTime: PropertyID = 20
    public static let bypassEffect: PropertyID = 21
    public static let lastRenderError: PropertyID = 22
    public static let setRenderCallback: PropertyID = 23
    public static let factoryPresets: PropertyID = 24
    public static let contextName: PropertyID = 25
    public static let renderQuality: PropertyID = 26
    public static let inPlaceProcessing: PropertyID = 29
    public static let elementName: PropertyID = 30
    public static let supportedChannelLayoutTags: PropertyID = 32
    public static let parameterStringFromValue: PropertyID = 33
    public static let parameterClumpName: PropertyID = 35
    public static let presentPreset: PropertyID = 36
    public static let offlineRender: PropertyID = 37
    public static let parameterValueFromString: PropertyID = 38
    public static let frequencyResponse: PropertyID = 52
    public static let lastRenderSampleTime: PropertyID = 61
}

/// Called after a property of a unit has changed: `AudioUnitPropertyListenerProc`.
public typealias PropertyListener = (_ unit: AudioUnit, _ id: PropertyID, _ scope: Scope, _ element: Int) -> Void

extension AudioUnit {
    /// Calls `listener` at every change of a property, in the order in which listeners were added.
    ///
    /// - Returns: a number for its removal.
    @discardableResult
    public func addPropertyListener(_ id: PropertyID, _ listener: @escaping PropertyListener) -> Int {
        defer { nextToken += 1 }
        propertyListeners.append((nextToken, id, listener))
        listenerWasAdded()
        return nextToken
    }

    public func removePropertyListener(_ token: Int) {
        propertyListeners.removeAll { $0.token == token }
    }

    func propertyDidChange(_ id: PropertyID, _ scope: Scope, _ element: Int) {
        // The array as it is now: a listener may remove itself.
        for entry in propertyListeners where entry.id == id { entry.listener(self, id, scope, element) }
    }
}
