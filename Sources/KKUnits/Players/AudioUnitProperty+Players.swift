public import KKPCM

// The properties of the players, by type and number.

extension PropertyID {
    public static let scheduleAudioSlice: PropertyID = 3300
    public static let scheduleStartTimeStamp: PropertyID = 3301
    public static let currentPlayTime: PropertyID = 3302
    public static let scheduledFileIDs: PropertyID = 3310
    public static let scheduledFileRegion: PropertyID = 3311
    public static let scheduledFilePrime: PropertyID = 3312
    public static let scheduledFileBufferSizeFrames: PropertyID = 3313
    public static let scheduledFileNumberBuffers: PropertyID = 3314
}

extension AudioUnitProperty where Value == ScheduledAudioSlice {
    /// Can only be set.
    public static var scheduleAudioSlice: Self {
        Self(global: .scheduleAudioSlice) { unit, _, _ throws(AudioUnitError) in
            throw unit.unreadable(.scheduleAudioSlice, ScheduledSoundPlayer.self)
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.scheduleAudioSlice, ScheduledSoundPlayer.self).scheduleSlice(value)
        }
    }
}

extension AudioUnitProperty where Value == Int64 {
    /// Reading throws `propertyNotInUse` before it is set.
    public static var scheduleStartTimeStamp: Self {
        Self(global: .scheduleStartTimeStamp) { unit, _, _ throws(AudioUnitError) in
            guard let time = try unit.having(.scheduleStartTimeStamp, ScheduledSoundPlayer.self).startTime else {
                throw AudioUnitError(.propertyNotInUse, place: unit.name, "no start time was set")
            }
            return time
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.scheduleStartTimeStamp, ScheduledSoundPlayer.self).scheduleStartTime(value)
        }
    }
}

extension AudioUnitProperty where Value == AudioTime {
    public static var currentPlayTime: Self {
        Self(global: .currentPlayTime) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.currentPlayTime, ScheduledSoundPlayer.self).currentPlayTime
        }
    }
}

extension AudioUnitProperty where Value == [any FrameSource] {
    public static var scheduledFileIDs: Self {
        Self(global: .scheduledFileIDs) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.scheduledFileIDs, FilePlayer.self).scheduledFiles
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.scheduledFileIDs, FilePlayer.self).setScheduledFiles(value)
        }
    }
}

extension AudioUnitProperty where Value == ScheduledAudioFileRegion {
    /// Can only be set.
    public static var scheduledFileRegion: Self {
        Self(global: .scheduledFileRegion) { unit, _, _ throws(AudioUnitError) in
            throw unit.unreadable(.scheduledFileRegion, FilePlayer.self)
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.scheduledFileRegion, FilePlayer.self).scheduleRegion(value)
        }
    }
}

extension AudioUnitProperty where Value == Int {
    /// Can only be set.
    public static var scheduledFilePrime: Self {
        Self(global: .scheduledFilePrime) { unit, _, _ throws(AudioUnitError) in
            throw unit.unreadable(.scheduledFilePrime, FilePlayer.self)
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.scheduledFilePrime, FilePlayer.self).prime(value)
        }
    }

    /// It is in the header, but no unit has it: `invalidProperty`, as in Core Audio.
    public static var scheduledFileBufferSizeFrames: Self { unimplemented(.scheduledFileBufferSizeFrames) }

    /// It is in the header, but no unit has it: `invalidProperty`, as in Core Audio.
    public static var scheduledFileNumberBuffers: Self { unimplemented(.scheduledFileNumberBuffers) }

    private static func unimplemented(_ id: PropertyID) -> Self {
        Self(global: id) { unit, _, _ throws(AudioUnitError) in
            throw unit.missing(id)
        } write: { unit, _, _, _ throws(AudioUnitError) in
            throw unit.missing(id)
        }
    }
}

extension AudioUnit {
    fileprivate func missing(_ id: PropertyID) -> AudioUnitError {
        AudioUnitError(.invalidProperty, place: name, "the unit has no property \(id.rawValue)")
    }

    fileprivate func unreadable<Unit: AudioUnit>(_ id: PropertyID, _ type: Unit.Type) -> AudioUnitError {
        self is Unit
            ? AudioUnitError(.propertyNotInUse, place: name, "property \(id.rawValue) can only be set") : missing(id)
    }
}
