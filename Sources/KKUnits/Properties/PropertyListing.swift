internal import KKConvert
internal import KKDSP
internal import KKPCM

/// A property in a reference: its number and Core Audio's name.
public struct PropertyListing: Sendable {
    public let id: PropertyID
    /// As the header spells it, without its prefix: `BypassEffect`.
    public let name: String
    public let isWritable: Bool
    /// Whether a unit answers to it, in whichever scope.
    let isHad: @Sendable (AudioUnit) -> Bool

    init<Value>(_ name: String, _ property: AudioUnitProperty<Value>) {
        id = property.id
        self.name = name
        isWritable = property.isWritable
        isHad = { unit in Scope.allCases.contains { Self.isHad(property, unit, $0) } }
    }

    /// What can only be set, and what is not in use, is had as well.
    private static func isHad<Value>(_ property: AudioUnitProperty<Value>, _ unit: AudioUnit, _ scope: Scope) -> Bool {
        do {
            _ = try unit.property(property, scope: scope)
            return true
        } catch {
            return error.code == .propertyNotInUse
        }
    }
}

extension AudioUnit {
    /// The properties of this kind of unit besides those of every unit, by number: for example the bypass of effects.
    public var ownProperties: [PropertyListing] { Self.specialProperties.filter { $0.isHad(self) } }

    private static let specialProperties: [PropertyListing] = [
        PropertyListing("BypassEffect", AudioUnitProperty<Bool>.bypassEffect),
        PropertyListing("RenderQuality", AudioUnitProperty<Int>.renderQuality),
        PropertyListing("InPlaceProcessing", AudioUnitProperty<Bool>.inPlaceProcessing),
        PropertyListing("FrequencyResponse", AudioUnitProperty<[Double]>.frequencyResponse(at: [])),
        PropertyListing("IsRunning", AudioUnitProperty<Bool>.isRunning),
        PropertyListing("ChannelMap", AudioUnitProperty<[Int]?>.channelMap),
        PropertyListing("EnableIO", AudioUnitProperty<Bool>.enableIO),
        PropertyListing("SetInputCallback", AudioUnitProperty<GenericOutput.InputCallback?>.setInputCallback),
        PropertyListing("StartTimestampsAtZero", AudioUnitProperty<Bool>.startTimestampsAtZero),
        PropertyListing("NumberOfBands", AudioUnitProperty<Int>.numberOfBands),
        PropertyListing("MaxNumberOfBands", AudioUnitProperty<Int>.maximumNumberOfBands),
        PropertyListing("BiquadCoefficients", AudioUnitProperty<[BiquadCoefficients]>.biquadCoefficients),
        PropertyListing(
            "SpatializationAlgorithm", AudioUnitProperty<SpatialKernel.Algorithm>.spatializationAlgorithm),
        PropertyListing(
            "SpatialMixerRenderingFlags", AudioUnitProperty<SpatialKernel.Rendering>.spatialMixerRenderingFlags),
        PropertyListing("MatrixLevels", AudioUnitProperty<[Float]>.matrixLevels),
        PropertyListing("MeteringMode", AudioUnitProperty<Bool>.meteringMode),
        PropertyListing("MatrixDimensions", AudioUnitProperty<MatrixDimensions>.matrixDimensions),
        PropertyListing(
            "SpatialMixerDistanceParams", AudioUnitProperty<DistanceAttenuation>.spatialMixerDistanceParams),
        PropertyListing("MeterClipping", AudioUnitProperty<MeterClipping>.meterClipping),
        PropertyListing(
            "SpatialMixerAttenuationCurve", AudioUnitProperty<DistanceAttenuation.Curve>.spatialMixerAttenuationCurve),
        PropertyListing(
            "SampleRateConverterComplexity", AudioUnitProperty<AudioConverter.Complexity>.sampleRateConverterComplexity),
        PropertyListing("ScheduleAudioSlice", AudioUnitProperty<ScheduledAudioSlice>.scheduleAudioSlice),
        PropertyListing("ScheduleStartTimeStamp", AudioUnitProperty<Int64>.scheduleStartTimeStamp),
        PropertyListing("CurrentPlayTime", AudioUnitProperty<AudioTime>.currentPlayTime),
        PropertyListing("ScheduledFileIDs", AudioUnitProperty<[any FrameSource]>.scheduledFileIDs),
        PropertyListing("ScheduledFileRegion", AudioUnitProperty<ScheduledAudioFileRegion>.scheduledFileRegion),
        PropertyListing("ScheduledFilePrime", AudioUnitProperty<Int>.scheduledFilePrime),
        PropertyListing("ImpulseResponse", AudioUnitProperty<[[Float]]>.impulseResponse),
    ]

    /// The properties of every unit, by number; those of formats, layouts, connections and callbacks if it has buses,
    /// and those of parameters if it has any.
    public static let commonProperties: [PropertyListing] = [
        PropertyListing("ClassInfo", AudioUnitProperty<ClassInfo>.classInfo),
        PropertyListing("MakeConnection", AudioUnitProperty<AudioUnitConnection>.makeConnection),
        PropertyListing("SampleRate", AudioUnitProperty<Double>.sampleRate),
        PropertyListing("ParameterList", AudioUnitProperty<[ParameterInfo]>.parameterList),
        PropertyListing("ParameterInfo", AudioUnitProperty<ParameterInfo>.parameterInfo(of: 0)),
        PropertyListing("StreamFormat", AudioUnitProperty<StreamDescription>.streamFormat),
        PropertyListing("ElementCount", AudioUnitProperty<Int>.elementCount),
        PropertyListing("Latency", AudioUnitProperty<Double>.latency),
        PropertyListing("SupportedNumChannels", AudioUnitProperty<[ChannelPair]>.supportedNumChannels),
        PropertyListing("MaximumFramesPerSlice", AudioUnitProperty<Int>.maximumFramesPerSlice),
        PropertyListing("ParameterValueStrings", AudioUnitProperty<[String]>.parameterValueStrings(of: 0)),
        PropertyListing("AudioChannelLayout", AudioUnitProperty<ChannelLayout>.audioChannelLayout),
        PropertyListing("TailTime", AudioUnitProperty<Double>.tailTime),
        PropertyListing("LastRenderError", AudioUnitProperty<(any Error)?>.lastRenderError),
        PropertyListing("SetRenderCallback", AudioUnitProperty<RenderCallback?>.setRenderCallback),
        PropertyListing("FactoryPresets", AudioUnitProperty<[FactoryPreset]>.factoryPresets),
        PropertyListing("ContextName", AudioUnitProperty<String>.contextName),
        PropertyListing("ElementName", AudioUnitProperty<String>.elementName),
        PropertyListing("SupportedChannelLayoutTags", AudioUnitProperty<[UInt32]>.supportedChannelLayoutTags),
        PropertyListing("ParameterStringFromValue", AudioUnitProperty<String>.parameterStringFromValue(of: 0)),
        PropertyListing("ParameterClumpName", AudioUnitProperty<String>.parameterClumpName(of: 0)),
        PropertyListing("PresentPreset", AudioUnitProperty<FactoryPreset?>.presentPreset),
        PropertyListing("OfflineRender", AudioUnitProperty<Bool>.offlineRender),
        PropertyListing("ParameterValueFromString", AudioUnitProperty<Float>.parameterValueFromString(of: 0, "")),
        PropertyListing("LastRenderSampleTime", AudioUnitProperty<AudioTime?>.lastRenderSampleTime),
    ]
}
