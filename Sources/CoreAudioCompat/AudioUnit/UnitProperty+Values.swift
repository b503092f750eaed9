internal import KKAudio

extension UnitProperty {
    /// The fields but the last, which the first version of the structure did not have, are enough.
    static func streamFormat(_ given: GivenBytes) throws -> StreamDescription {
        let size = MemoryLayout<AudioStreamBasicDescription>.size
        guard given.count >= size - 4 else { throw Status(given.wrongSize) }
        var description = AudioStreamBasicDescription()
        let memory = try given.memory.orThrow()
        withUnsafeMutableBytes(of: &description) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: memory, count: size - 4))
        }
        return StreamDescription(description)
    }

    static func makeConnection(_ held: HeldUnit, _ scope: Scope, _ element: Int, _ given: GivenBytes) throws {
        if scope != .input { throw Status(kAudioUnitErr_InvalidScope) }
        let connection = try given.value(CCoreAudio.AudioUnitConnection.self)
        let bus = Int(connection.destInputNumber)
        defer { held.inputWasSet(bus) }
        guard let source = connection.sourceAudioUnit else { return try held.unit.disconnect(bus: bus) }
        try held.unit.makeConnection(
            from: HeldUnit.of(source).unit, sourceBus: Int(connection.sourceOutputNumber), to: bus)
    }

    /// The element is the parameter.
    static func parameterInfo(_ unit: KKUnits.AudioUnit, _ scope: Scope, _ element: Int) throws -> PropertyBytes {
        let found = try unit.parameterInfo(ParameterID(rawValue: UInt32(clamping: element)), scope: scope, element: 0)
        var info = AudioUnitParameterInfo()
        withUnsafeMutableBytes(of: &info.name) { name in
            // Its last byte stays the zero after the text.
            for (index, byte) in found.name.utf8.prefix(name.count - 1).enumerated() { name[index] = byte }
        }
        let name = NSString(string: found.name)
        info.cfNameString = .passUnretained(name)
        info.unit = AudioUnitParameterUnit(rawValue: found.unit.rawValue) ?? .generic
        info.minValue = found.range.lowerBound
        info.maxValue = found.range.upperBound
        info.defaultValue = found.defaultValue
        info.flags = [.flag_IsReadable, .flag_HasCFNameString, .flag_CFNameRelease]
        info.flags.insert(found.isReadOnly ? .flag_MeterReadOnly : .flag_IsWritable)
        if found.canRamp { info.flags.insert(.flag_CanRamp) }
        if !found.valueNames.isEmpty { info.flags.insert(.flag_ValuesHaveStrings) }
        if let clump = found.clump {
            info.clumpID = clump.id
            info.flags.insert(.flag_HasClump)
        }
        return PropertyBytes(info, with: [name])
    }

    /// Whether a unit has meters at a channel, without a look at them.
    static func checkMeter(_ unit: KKUnits.AudioUnit, _ scope: Scope, _ element: Int) throws {
        guard unit is MatrixMixer || unit is MultiChannelMixer else { throw Status(kAudioUnitErr_InvalidProperty) }
        if scope == .global { throw Status(kAudioUnitErr_InvalidScope) }
        if unit.parameters(scope, element: element).isEmpty { throw Status(kAudioUnitErr_InvalidElement) }
    }

    /// As many as a client may ask for at once.
    static func frequencyBins(_ unit: KKUnits.AudioUnit, _ scope: Scope, _ element: Int) throws -> PropertyBytes {
        _ = try unit.property(.frequencyResponse(at: []), scope: scope, element: element)
        return PropertyBytes(Array(repeating: AudioUnitFrequencyResponseBin(), count: 1024))
    }

    /// The bins up to the first one of a negative frequency get their magnitudes.
    static func frequencyResponse(
        _ unit: KKUnits.AudioUnit, _ scope: Scope, _ element: Int, _ given: GivenBytes
    ) throws -> PropertyBytes {
        var bins = try given.values(AudioUnitFrequencyResponseBin.self)
        let frequencies = bins.map(\.mFrequency).prefix { $0 >= 0 }
        let answers = try unit.property(
            .frequencyResponse(at: Array(frequencies)), scope: scope, element: element)
        for (index, magnitude) in answers.enumerated() { bins[index].mMagnitude = magnitude }
        return PropertyBytes(bins)
    }

    static func presentPreset(_ unit: KKUnits.AudioUnit, _ scope: Scope, _ element: Int) throws -> PropertyBytes {
        let preset = try unit.property(.presentPreset, scope: scope, element: element)
        let name = NSString(string: preset?.name ?? "Untitled")
        return PropertyBytes(
            AUPreset(presetNumber: preset?.number ?? -1, presetName: .passUnretained(name)), with: [name])
    }

    static func setPresentPreset(_ held: HeldUnit, _ scope: Scope, _ element: Int, _ given: GivenBytes) throws {
        let preset = try given.value(AUPreset.self)
        let name = preset.presetName?.text ?? ""
        try held.unit.setProperty(
            .presentPreset, FactoryPreset(number: preset.presetNumber, name: name), scope: scope, element: element)
    }

    static func classInfo(_ unit: KKUnits.AudioUnit, _ scope: Scope, _ element: Int) throws -> PropertyBytes {
        PropertyBytes(object: try unit.property(.classInfo, scope: scope, element: element).propertyList())
    }

    static func setClassInfo(_ held: HeldUnit, _ scope: Scope, _ element: Int, _ given: GivenBytes) throws {
        let wrong = kAudioUnitErr_InvalidPropertyValue
        let list = try UnsafeRawPointer(bitPattern: given.value(UInt.self)).orThrow(wrong)
        let object = Unmanaged<AnyObject>.fromOpaque(list).takeUnretainedValue()
        let info = try ClassInfo(propertyList: (object as? NSDictionary).orThrow(wrong), for: held.unit)
        try held.unit.setProperty(.classInfo, info, scope: scope, element: element)
    }

    static func setScheduledFiles(_ held: HeldUnit, _ scope: Scope, _ element: Int, _ given: GivenBytes) throws {
        let files = try given.values(OpaquePointer?.self).map { pointer in
            let file = try HeldFile.of(pointer)
            return (file: file, reader: try file.frameSource())
        }
        try held.unit.setProperty(.scheduledFileIDs, files.map(\.reader), scope: scope, element: element)
        held.scheduledFiles = files
    }

    static func scheduleRegion(_ held: HeldUnit, _ scope: Scope, _ element: Int, _ given: GivenBytes) throws {
        let region = try given.value(CCoreAudio.ScheduledAudioFileRegion.self)
        let file = try HeldFile.of(region.mAudioFile)
        let scheduledFile = held.scheduledFiles.first { $0.file === file }
        let isTimed = region.mTimeStamp.mFlags.contains(.sampleTimeValid)
        let completion = region.mCompletionProc, userData = region.mCompletionProcUserData
        let scheduled = KKUnits.ScheduledAudioFileRegion(
            try scheduledFile.orThrow(kAudioUnitErr_InvalidPropertyValue).reader,
            startTime: isTimed ? try region.mTimeStamp.frame() : nil, startFrame: region.mStartFrame,
            framesToPlay: region.mFramesToPlay == .max ? nil : Int64(region.mFramesToPlay),
            loopCount: region.mLoopCount,
            completion: completion.map { proc in
                { _, error in
                    var region = region
                    inCallback { proc(userData, &region, error.map(resultCode) ?? noErr) }
                }
            })
        try held.unit.setProperty(.scheduledFileRegion, scheduled, scope: scope, element: element)
    }

    /// The client's slice stays where it is until the unit is done with it, and its flags say what became of it.
    static func scheduleSlice(_ held: HeldUnit, _ scope: Scope, _ element: Int, _ given: GivenBytes) throws {
        guard held.unit is ScheduledSoundPlayer else { throw Status(kAudioUnitErr_InvalidProperty) }
        let own = try given.value(CCoreAudio.ScheduledAudioSlice.self)
        guard let memory = given.memory, Int(bitPattern: memory) % MemoryLayout<UInt>.alignment == 0,
            UInt(bitPattern: own.mBufferList) != 0
        else { throw Status.parameter }
        let place = UnsafeMutableRawPointer(mutating: memory).assumingMemoryBound(
            to: CCoreAudio.ScheduledAudioSlice.self)
        let frameCount = Int(own.mNumberFrames), format = try held.unit.streamFormat(.output)
        guard frameCount <= (try format.room(in: own.mBufferList)) else { throw Status.parameter }
        var frames = PCMBuffer(channelCount: format.channelCount, frameCapacity: frameCount)
        try BufferListConverter(format).unpack(
            KKPCM.AudioBufferList(copying: own.mBufferList), frameCount: frameCount, into: &frames)
        frames.frameLength = frameCount
        let slice = KKUnits.ScheduledAudioSlice(
            ScheduledAudioBuffer(frames),
            startTime: own.mTimeStamp.mFlags.contains(.sampleTimeValid) ? try own.mTimeStamp.frame() : nil,
            flags: .init(rawValue: own.mFlags.rawValue),
            completion: { slice in
                place.pointee.mFlags = AUScheduledAudioSliceFlags(rawValue: slice.flags.rawValue)
                if let proc = own.mCompletionProc { inCallback { proc(own.mCompletionProcUserData, place) } }
            })
        try held.unit.setProperty(.scheduleAudioSlice, slice, scope: scope, element: element)
        place.pointee.mFlags = AUScheduledAudioSliceFlags(rawValue: slice.flags.rawValue)
    }
}
