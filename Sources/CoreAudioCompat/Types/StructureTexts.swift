// The strings of C's structures, which in Swift are Foundation's as on Apple's systems. C's own fields have the same
// names after two underscores.

extension AudioFileMarker {
    public var mName: Unmanaged<CFString>? {
        get { __mName.map(\.foundation) }
        set { __mName = newValue.map(\.core) }
    }
}

extension AudioFileRegion {
    public var mName: Unmanaged<CFString> {
        get { __mName.foundation }
        set { __mName = newValue.core }
    }
}

extension AudioQueueChannelAssignment {
    public var mDeviceUID: Unmanaged<CFString> {
        get { __mDeviceUID.foundation }
        set { __mDeviceUID = newValue.core }
    }

    public init(mDeviceUID: Unmanaged<CFString>, mChannelNumber: UInt32) {
        self.init(__mDeviceUID: mDeviceUID.core, mChannelNumber: mChannelNumber)
    }
}

extension AUPreset {
    public var presetName: Unmanaged<CFString>? {
        get { __presetName.map(\.foundation) }
        set { __presetName = newValue.map(\.core) }
    }

    public init(presetNumber: Int32, presetName: Unmanaged<CFString>?) {
        self.init(presetNumber: presetNumber, __presetName: presetName.map(\.core))
    }
}

extension AudioUnitParameterInfo {
    public var unitName: Unmanaged<CFString>? {
        get { __unitName.map(\.foundation) }
        set { __unitName = newValue.map(\.core) }
    }

    public var cfNameString: Unmanaged<CFString>? {
        get { __cfNameString.map(\.foundation) }
        set { __cfNameString = newValue.map(\.core) }
    }
}

extension AudioUnitParameterNameInfo {
    public var outName: Unmanaged<CFString>? {
        get { __outName.map(\.foundation) }
        set { __outName = newValue.map(\.core) }
    }

    public init(inID: AudioUnitParameterID, inDesiredLength: Int32, outName: Unmanaged<CFString>?) {
        self.init(inID: inID, inDesiredLength: inDesiredLength, __outName: outName.map(\.core))
    }
}

extension AudioUnitParameterStringFromValue {
    public var outString: Unmanaged<CFString>? {
        get { __outString.map(\.foundation) }
        set { __outString = newValue.map(\.core) }
    }

    public init(
        inParamID: AudioUnitParameterID, inValue: UnsafePointer<AudioUnitParameterValue>?,
        outString: Unmanaged<CFString>?
    ) {
        self.init(inParamID: inParamID, inValue: inValue, __outString: outString.map(\.core))
    }
}

extension AudioUnitParameterValueFromString {
    public var inString: Unmanaged<CFString>? {
        get { __inString.map(\.foundation) }
        set { __inString = newValue.map(\.core) }
    }

    public init(inParamID: AudioUnitParameterID, inString: Unmanaged<CFString>?, outValue: AudioUnitParameterValue) {
        self.init(inParamID: inParamID, __inString: inString.map(\.core), outValue: outValue)
    }
}

extension Unmanaged<CCoreAudio.CFString> {
    fileprivate var foundation: Unmanaged<NSString> { .fromOpaque(toOpaque()) }
}

extension Unmanaged<NSString> {
    fileprivate var core: Unmanaged<CCoreAudio.CFString> { .fromOpaque(toOpaque()) }

    /// What the string says.
    var text: String { takeUnretainedValue().description }
}
