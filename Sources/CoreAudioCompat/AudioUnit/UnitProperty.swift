internal import KKAudio

/// A property of units as the bytes that C has for it.
struct UnitProperty {
    typealias Get = (KKUnits.AudioUnit, Scope, Int) throws -> PropertyBytes
    typealias Set = (HeldUnit, Scope, Int, GivenBytes) throws -> Void
    typealias Ask = (KKUnits.AudioUnit, Scope, Int, GivenBytes) throws -> PropertyBytes

    /// `nil` for what can only be set, and for what is asked.
    var get: Get?
    var set: Set?
    /// What reads a question in the client's structure, and gives that structure with the answer.
    var ask: Ask?
    /// For a value that reading takes away: throws what reading would.
    var check: ((KKUnits.AudioUnit, Scope, Int) throws -> Void)?
    /// Whether a unit lets it be set, where not every unit does.
    var canSet: ((KKUnits.AudioUnit, Scope) -> Bool)?
    /// The bytes of what can only be set, of a question, and of what is taken away.
    var fixedSize = 0

    /// The bytes of the value, which stays as it is.
    func size(_ held: HeldUnit, _ scope: Scope, _ element: Int) throws -> Int {
        if let check {
            try check(held.unit, scope, element)
            return fixedSize
        }
        return try get?(held.unit, scope, element).bytes.count ?? fixedSize
    }

    func isWritable(_ held: HeldUnit, _ scope: Scope) -> Bool { set != nil && canSet?(held.unit, scope) ?? true }

    nonisolated(unsafe) static let all: [AudioUnitPropertyID: UnitProperty] = [
        kAudioUnitProperty_ClassInfo: UnitProperty(get: classInfo, set: setClassInfo),
        kAudioUnitProperty_MakeConnection: UnitProperty(
            set: makeConnection, fixedSize: MemoryLayout<CCoreAudio.AudioUnitConnection>.size),
        kAudioUnitProperty_SampleRate: double(.sampleRate),
        kAudioUnitProperty_ParameterList: UnitProperty(get: { unit, scope, element in
            PropertyBytes(try unit.property(.parameterList, scope: scope, element: element).map(\.id.rawValue))
        }),
        kAudioUnitProperty_ParameterInfo: UnitProperty(get: parameterInfo),
        kAudioUnitProperty_StreamFormat: UnitProperty(
            get: { unit, scope, element in
                PropertyBytes(AudioStreamBasicDescription(try unit.streamFormat(scope, element: element)))
            },
            set: { held, scope, element, given in
                try held.unit.setStreamFormat(try streamFormat(given), scope: scope, element: element)
            }),
        kAudioUnitProperty_ElementCount: number(.elementCount, canSet: { $0.canSetElementCount($1) }),
        kAudioUnitProperty_Latency: double(.latency),
        kAudioUnitProperty_SupportedNumChannels: UnitProperty(get: { unit, scope, element in
            let pairs = try unit.property(.supportedNumChannels, scope: scope, element: element)
            if pairs.isEmpty { throw Status(kAudioUnitErr_InvalidProperty) }
            return PropertyBytes(
                pairs.map {
                    AUChannelInfo(inChannels: Int16(clamping: $0.input), outChannels: Int16(clamping: $0.output))
                })
        }),
        kAudioUnitProperty_MaximumFramesPerSlice: number(.maximumFramesPerSlice),
        kAudioUnitProperty_AudioChannelLayout: UnitProperty(
            get: { unit, scope, element in try unit.channelLayout(scope, element: element).bytes },
            set: { held, scope, element, given in
                let layout = try ChannelLayout(
                    given.memory.orThrow(), byteCount: given.count, wrongSize: kAudioUnitErr_InvalidPropertyValue,
                    unknown: kAudioUnitErr_InvalidPropertyValue)
                try held.unit.setChannelLayout(layout, scope: scope, element: element)
            }),
        kAudioUnitProperty_TailTime: double(.tailTime),
        kAudioUnitProperty_BypassEffect: flag(.bypassEffect),
        kAudioUnitProperty_LastRenderError: UnitProperty(
            get: { unit, scope, element in
                let error = try unit.property(.lastRenderError, scope: scope, element: element)
                return PropertyBytes(error.map(resultCode) ?? noErr)
            }, check: { unit, scope, element in _ = try unit.property(.latency, scope: scope, element: element) },
            fixedSize: 4),
        kAudioUnitProperty_SetRenderCallback: UnitProperty(
            set: { held, scope, element, given in
                if scope != .input { throw Status(kAudioUnitErr_InvalidScope) }
                let proc = InputProc(try given.value(AURenderCallbackStruct.self))
                try held.unit.setRenderCallback(bufferList: proc.map { $0.supply }, bus: element)
                held.inputWasSet(element)
            }, fixedSize: MemoryLayout<AURenderCallbackStruct>.size),
        kAudioUnitProperty_FactoryPresets: UnitProperty(get: { unit, scope, element in
            try PresetMemory.shared.array(of: unit, unit.property(.factoryPresets, scope: scope, element: element))
        }),
        kAudioUnitProperty_ContextName: text(.contextName),
        kAudioUnitProperty_RenderQuality: number(.renderQuality),
        kAudioUnitProperty_InPlaceProcessing: flag(.inPlaceProcessing),
        kAudioUnitProperty_ElementName: text(.elementName),
        kAudioUnitProperty_ParameterValueStrings: UnitProperty(get: { unit, scope, element in
            let names = try unit.parameterInfo(ParameterID(rawValue: UInt32(clamping: element)), scope: scope)
                .valueNames
            if names.isEmpty { throw Status(kAudioUnitErr_InvalidProperty) }
            return PropertyBytes(object: names.map { NSString(string: $0) }._bridgeToObjectiveC())
        }),
        kAudioUnitProperty_SupportedChannelLayoutTags: UnitProperty(get: { unit, scope, element in
            PropertyBytes(try unit.property(.supportedChannelLayoutTags, scope: scope, element: element))
        }),
        kAudioUnitProperty_ParameterStringFromValue: question(
            AudioUnitParameterStringFromValue.self
        ) { unit, scope, element, asked in
            let id = ParameterID(rawValue: asked.inParamID)
            asked.outString = try unit.parameterString(
                id, value: asked.inValue?.pointee, scope: scope, element: element
            ).retained
        },
        kAudioUnitProperty_ParameterValueFromString: question(
            AudioUnitParameterValueFromString.self
        ) { unit, scope, element, asked in
            let text = try asked.inString.orThrow(kAudioUnitErr_InvalidPropertyValue).text
            asked.outValue = try unit.parameterValue(
                ParameterID(rawValue: asked.inParamID), from: text, scope: scope, element: element)
        },
        kAudioUnitProperty_ParameterClumpName: question(
            AudioUnitParameterNameInfo.self
        ) { unit, scope, element, asked in
            let name = try unit.property(.parameterClumpName(of: asked.inID), scope: scope, element: element)
            asked.outName =
                String(name.prefix(asked.inDesiredLength > 0 ? Int(asked.inDesiredLength) : .max)).retained
        },
        kAudioUnitProperty_FrequencyResponse: UnitProperty(get: frequencyBins, ask: frequencyResponse),
        kAudioUnitProperty_PresentPreset: UnitProperty(get: presentPreset, set: setPresentPreset),
        kAudioUnitProperty_OfflineRender: flag(.offlineRender),
        kAudioUnitProperty_LastRenderSampleTime: UnitProperty(get: { unit, scope, element in
            let time = try unit.property(.lastRenderSampleTime, scope: scope, element: element)
            return PropertyBytes(Double(time?.sampleTime ?? -1))
        }),
        kAudioOutputUnitProperty_IsRunning: flag(.isRunning),
        kAudioOutputUnitProperty_EnableIO: flag(.enableIO),
        kAudioOutputUnitProperty_SetInputCallback: UnitProperty(
            set: { held, scope, element, given in
                let proc = InputProc(try given.value(AURenderCallbackStruct.self))
                try held.unit.setProperty(
                    .setInputCallback, proc.map { $0.tellOfInput }, scope: scope, element: element)
            }, fixedSize: MemoryLayout<AURenderCallbackStruct>.size),
        kAudioUnitProperty_ChannelMap: UnitProperty(
            get: { unit, scope, element in
                let map = try unit.property(.channelMap, scope: scope, element: element)
                return PropertyBytes((map ?? []).map { Int32(clamping: $0) })
            },
            set: { held, scope, element, given in
                let map = try given.values(Int32.self).map { Int($0) }
                try held.unit.setProperty(.channelMap, map.isEmpty ? nil : map, scope: scope, element: element)
            }),
        kAudioUnitProperty_SpatializationAlgorithm: choice(.spatializationAlgorithm),
        kAudioUnitProperty_SpatialMixerRenderingFlags: choice(.spatialMixerRenderingFlags),
        kAudioUnitProperty_SpatialMixerAttenuationCurve: choice(.spatialMixerAttenuationCurve),
        kAudioUnitProperty_SpatialMixerDistanceParams: UnitProperty(
            get: { unit, scope, element in
                let found = try unit.property(.spatialMixerDistanceParams, scope: scope, element: element)
                return PropertyBytes(
                    MixerDistanceParams(
                        mReferenceDistance: Float(found.referenceDistance), mMaxDistance: Float(found.maximumDistance),
                        mMaxAttenuation: Float(found.maximumAttenuation)))
            },
            set: { held, scope, element, given in
                let value = try given.value(MixerDistanceParams.self)
                let attenuation = DistanceAttenuation(
                    referenceDistance: Double(value.mReferenceDistance), maximumDistance: Double(value.mMaxDistance),
                    maximumAttenuation: Double(value.mMaxAttenuation))
                try held.unit.setProperty(.spatialMixerDistanceParams, attenuation, scope: scope, element: element)
            }),
        kAudioUnitProperty_MatrixLevels: UnitProperty(
            get: { unit, scope, element in
                PropertyBytes(try unit.property(.matrixLevels, scope: scope, element: element))
            },
            set: { held, scope, element, given in
                try held.unit.setProperty(
                    .matrixLevels, try given.values(Float.self), scope: scope, element: element)
            }),
        kAudioUnitProperty_MeteringMode: flag(.meteringMode),
        kAudioUnitProperty_MatrixDimensions: UnitProperty(get: { unit, scope, element in
            let dimensions = try unit.property(.matrixDimensions, scope: scope, element: element)
            return PropertyBytes([UInt32(clamping: dimensions.inputs), UInt32(clamping: dimensions.outputs)])
        }),
        kAudioUnitProperty_MeterClipping: UnitProperty(
            get: { unit, scope, element in
                let clipping = try unit.property(.meterClipping, scope: scope, element: element)
                return PropertyBytes(
                    AudioUnitMeterClipping(
                        peakValueSinceLastCall: clipping.peakSinceLastCall, sawInfinity: clipping.sawInfinity,
                        sawNotANumber: clipping.sawNotANumber))
            }, check: checkMeter, fixedSize: MemoryLayout<AudioUnitMeterClipping>.stride),
        kAudioUnitProperty_SampleRateConverterComplexity: UnitProperty(
            get: { unit, scope, element in
                PropertyBytes(
                    try unit.property(.sampleRateConverterComplexity, scope: scope, element: element).code.rawValue)
            },
            set: { held, scope, element, given in
                let code = try given.value(UInt32.self)
                let complexity = KKConvert.AudioConverter.Complexity.allCases.first { $0.code.rawValue == code }
                try held.unit.setProperty(
                    .sampleRateConverterComplexity, complexity.orThrow(kAudioUnitErr_InvalidPropertyValue),
                    scope: scope,
                    element: element)
            }),
        kAUNBandEQProperty_NumberOfBands: number(.numberOfBands),
        kAUNBandEQProperty_MaxNumberOfBands: number(.maximumNumberOfBands),
        kAUNBandEQProperty_BiquadCoefficients: UnitProperty(get: { unit, scope, element in
            let bands = try unit.property(.biquadCoefficients, scope: scope, element: element)
            return PropertyBytes(bands.flatMap { [$0.b0, $0.b1, $0.b2, $0.a1, $0.a2] })
        }),
        kAudioUnitProperty_ScheduleAudioSlice: UnitProperty(
            set: scheduleSlice, fixedSize: MemoryLayout<CCoreAudio.ScheduledAudioSlice>.size),
        kAudioUnitProperty_ScheduleStartTimeStamp: UnitProperty(
            set: { held, scope, element, given in
                let stamp = try given.value(AudioTimeStamp.self)
                try held.unit.setProperty(.scheduleStartTimeStamp, try stamp.frame(), scope: scope, element: element)
            }, fixedSize: MemoryLayout<AudioTimeStamp>.size),
        kAudioUnitProperty_CurrentPlayTime: UnitProperty(get: { unit, scope, element in
            PropertyBytes(AudioTimeStamp(try unit.property(.currentPlayTime, scope: scope, element: element)))
        }),
        kAudioUnitProperty_ScheduledFileIDs: UnitProperty(set: setScheduledFiles),
        kAudioUnitProperty_ScheduledFileRegion: UnitProperty(
            set: scheduleRegion, fixedSize: MemoryLayout<CCoreAudio.ScheduledAudioFileRegion>.size),
        kAudioUnitProperty_ScheduledFilePrime: UnitProperty(
            set: { held, scope, element, given in
                try held.unit.setProperty(
                    .scheduledFilePrime, Int(try given.value(UInt32.self)), scope: scope, element: element)
            }, fixedSize: 4),
    ]
}

extension UnitProperty {
    private static func double(_ property: KKUnits.AudioUnitProperty<Double>) -> UnitProperty {
        UnitProperty(
            get: { unit, scope, element in
                PropertyBytes(try unit.property(property, scope: scope, element: element))
            },
            set: property.isWritable
                ? { held, scope, element, given in
                    try held.unit.setProperty(property, try given.value(Double.self), scope: scope, element: element)
                } : nil)
    }

    private static func number(
        _ property: KKUnits.AudioUnitProperty<Int>, canSet: ((KKUnits.AudioUnit, Scope) -> Bool)? = nil
    ) -> UnitProperty {
        UnitProperty(
            get: { unit, scope, element in
                PropertyBytes(UInt32(clamping: try unit.property(property, scope: scope, element: element)))
            },
            set: property.isWritable
                ? { held, scope, element, given in
                    let number = Int(try given.value(UInt32.self))
                    try held.unit.setProperty(property, number, scope: scope, element: element)
                } : nil, canSet: canSet)
    }

    /// A question and its answer are one structure.
    private static func question<Question: BitwiseCopyable>(
        _ type: Question.Type,
        _ answer: @escaping (KKUnits.AudioUnit, Scope, Int, inout Question) throws -> Void
    ) -> UnitProperty {
        UnitProperty(
            ask: { unit, scope, element, given in
                var asked = try given.value(Question.self)
                try answer(unit, scope, element, &asked)
                return PropertyBytes(asked)
            }, fixedSize: MemoryLayout<Question>.size)
    }

    private static func text(_ property: KKUnits.AudioUnitProperty<String>) -> UnitProperty {
        UnitProperty(
            get: { unit, scope, element in
                PropertyBytes(object: NSString(string: try unit.property(property, scope: scope, element: element)))
            },
            set: { held, scope, element, given in
                let string = try UnsafeRawPointer(bitPattern: given.value(UInt.self)).orThrow(
                    kAudioUnitErr_InvalidPropertyValue)
                let text = Unmanaged<NSString>.fromOpaque(string).takeUnretainedValue().description
                try held.unit.setProperty(property, text, scope: scope, element: element)
            })
    }

    /// One of a few numbers.
    private static func choice<Choice: RawRepresentable<Int>>(
        _ property: KKUnits.AudioUnitProperty<Choice>
    ) -> UnitProperty {
        UnitProperty(
            get: { unit, scope, element in
                PropertyBytes(
                    UInt32(clamping: try unit.property(property, scope: scope, element: element).rawValue))
            },
            set: { held, scope, element, given in
                guard let choice = Choice(rawValue: Int(try given.value(UInt32.self))) else {
                    throw Status(kAudioUnitErr_InvalidPropertyValue)
                }
                try held.unit.setProperty(property, choice, scope: scope, element: element)
            })
    }

    private static func flag(_ property: KKUnits.AudioUnitProperty<Bool>) -> UnitProperty {
        UnitProperty(
            get: { unit, scope, element in
                PropertyBytes(try unit.property(property, scope: scope, element: element) ? 1 : 0 as UInt32)
            },
            set: property.isWritable
                ? { held, scope, element, given in
                    let number = try given.value(UInt32.self)
                    try held.unit.setProperty(property, number != 0, scope: scope, element: element)
                } : nil)
    }
}
