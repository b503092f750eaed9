public import KKPCM

// The properties that every unit answers to, by type and number.

extension AudioUnitProperty where Value == StreamDescription {
    public static var streamFormat: Self {
        Self(.streamFormat) { unit, scope, element throws(AudioUnitError) in
            try unit.streamFormat(scope, element: element)
        } write: { unit, scope, element, value throws(AudioUnitError) in
            try unit.setStreamFormat(value, scope: scope, element: element)
        }
    }
}

extension AudioUnitProperty where Value == ChannelLayout {
    public static var audioChannelLayout: Self {
        Self(.audioChannelLayout) { unit, scope, element throws(AudioUnitError) in
            try unit.channelLayout(scope, element: element)
        } write: { unit, scope, element, value throws(AudioUnitError) in
            try unit.setChannelLayout(value, scope: scope, element: element)
        }
    }
}

extension AudioUnitProperty where Value == [UInt32] {
    /// The `AudioChannelLayoutTag`s of the layouts that a bus can have with its number of channels. Layouts without a
    /// tag can be set, too.
    public static var supportedChannelLayoutTags: Self {
        Self(.supportedChannelLayoutTags) { unit, scope, element throws(AudioUnitError) in
            ChannelLayout.tags(channelCount: try unit.bus(scope, element).format.channelCount)
        }
    }
}

extension AudioUnitProperty where Value == Double {
    /// In frames per second: a bus's format with another rate.
    public static var sampleRate: Self {
        Self(.sampleRate) { unit, scope, element throws(AudioUnitError) in
            try unit.streamFormat(scope, element: element).sampleRate
        } write: { unit, scope, element, value throws(AudioUnitError) in
            var format = try unit.streamFormat(scope, element: element)
            format.sampleRate = value
            try unit.setStreamFormat(format, scope: scope, element: element)
        }
    }

    /// In seconds.
    public static var latency: Self { Self(global: .latency) { unit, _, _ throws(AudioUnitError) in unit.latency } }

    /// In seconds.
    public static var tailTime: Self { Self(global: .tailTime) { unit, _, _ throws(AudioUnitError) in unit.tailTime } }
}

extension AudioUnitProperty where Value == Int {
    public static var elementCount: Self {
        Self(.elementCount) { unit, scope, _ throws(AudioUnitError) in
            unit.elementCount(scope)
        } write: { unit, scope, _, value throws(AudioUnitError) in
            try unit.setElementCount(value, scope: scope)
        }
    }

    public static var maximumFramesPerSlice: Self {
        Self(global: .maximumFramesPerSlice) { unit, _, _ throws(AudioUnitError) in
            unit.maximumFramesPerSlice
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.setMaximumFramesPerSlice(value)
        }
    }
}

extension AudioUnitProperty where Value == Bool {
    /// Whether there is no clock: always true; false cannot be set.
    public static var offlineRender: Self {
        Self(global: .offlineRender) { _, _, _ throws(AudioUnitError) in
            true
        } write: { unit, _, _, value throws(AudioUnitError) in
            if !value {
                throw AudioUnitError(
                    .invalidPropertyValue, place: unit.name, "a unit renders offline only")
            }
        }
    }

    public static var bypassEffect: Self {
        Self(global: .bypassEffect) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.bypassEffect, EffectUnit.self).isBypassed
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.bypassEffect, EffectUnit.self).isBypassed = value
        }
    }

    public static var inPlaceProcessing: Self {
        Self(global: .inPlaceProcessing) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.inPlaceProcessing, EffectUnit.self).processesInPlace
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.inPlaceProcessing, EffectUnit.self).processesInPlace = value
        }
    }
}

extension AudioUnitProperty where Value == String {
    public static var contextName: Self {
        Self(global: .contextName) { unit, _, _ throws(AudioUnitError) in
            unit.contextName
        } write: { unit, _, _, value throws(AudioUnitError) in
            unit.contextName = value
        }
    }

    public static var elementName: Self {
        Self(.elementName) { unit, scope, element throws(AudioUnitError) in
            try unit.elementName(scope, element: element)
        } write: { unit, scope, element, value throws(AudioUnitError) in
            try unit.setElementName(value, scope: scope, element: element)
        }
    }
}

extension AudioUnitProperty where Value == [ChannelPair] {
    public static var supportedNumChannels: Self {
        Self(global: .supportedNumChannels) { unit, _, _ throws(AudioUnitError) in unit.supportedChannelPairs }
    }
}

extension AudioUnitProperty where Value == [Double] {
    /// How much of each frequency passes, as a factor of amplitude; see ``AudioUnit/frequencyResponse(at:)``.
    public static func frequencyResponse(at frequencies: [Double]) -> Self {
        Self(global: .frequencyResponse) { unit, _, _ throws(AudioUnitError) in
            try unit.frequencyResponse(at: frequencies)
        }
    }
}

extension AudioUnitProperty where Value == [FactoryPreset] {
    public static var factoryPresets: Self {
        Self(global: .factoryPresets) { unit, _, _ throws(AudioUnitError) in unit.factoryPresets }
    }
}

extension AudioUnitProperty where Value == FactoryPreset? {
    public static var presentPreset: Self {
        Self(global: .presentPreset) { unit, _, _ throws(AudioUnitError) in
            unit.presentPreset
        } write: { unit, _, _, value throws(AudioUnitError) in
            guard let value else {
                throw AudioUnitError(
                    .invalidPropertyValue, place: unit.name, "a preset cannot be removed",
                    nextStep: "choose another one")
            }
            try unit.setPresentPreset(value)
        }
    }
}

extension AudioUnitProperty where Value == ClassInfo {
    public static var classInfo: Self {
        Self(global: .classInfo) { unit, _, _ throws(AudioUnitError) in
            unit.classInfo
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.setClassInfo(value)
        }
    }
}

extension AudioUnitProperty where Value == (any Error)? {
    /// Reading clears it.
    public static var lastRenderError: Self {
        Self(global: .lastRenderError) { unit, _, _ throws(AudioUnitError) in unit.takeLastRenderError() }
    }
}

extension AudioUnitProperty where Value == AudioTime? {
    public static var lastRenderSampleTime: Self {
        Self(global: .lastRenderSampleTime) { unit, _, _ throws(AudioUnitError) in unit.lastRenderTime }
    }
}
