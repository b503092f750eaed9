internal import KKConvert
public import KKPCM

extension FilePlayer {
    /// The files that regions may play (`kAudioUnitProperty_ScheduledFileIDs`). They stay when the schedule is cleared.
    public var scheduledFiles: [any FrameSource] { files }

    /// Sets the files that regions may play, before any region is scheduled.
    ///
    /// - Throws: `cannotDoInCurrentContext` while something that was scheduled has not ended; `formatNotSupported`
    ///   for a file that is not canonical or has no rate or no channel.
    public func setScheduledFiles(_ newFiles: [any FrameSource]) throws(AudioUnitError) {
        guard schedule.isComplete else {
            throw AudioUnitError(
                .cannotDoInCurrentContext, place: name, "the files cannot be changed during playback",
                nextStep: "reset the player first")
        }
        for file in newFiles { try requirePlayable(file.format) }
        files = newFiles
        propertyDidChange(.scheduledFileIDs, .global, 0)
    }

    /// Adds a part of a file to the schedule, after everything that was scheduled before
    /// (`kAudioUnitProperty_ScheduledFileRegion`).
    ///
    /// The part is cut and repeated in file frames, so that a loop has no gap at any rate, and then converted: F file
    /// frames become ⌈F · output rate / file rate⌉ frames. Channels are matched by number; surplus channels of the file
    /// are dropped, and missing ones are silent. Mono is heard in the first two channels.
    ///
    /// If a file is shorter than it claimed, its region ends early, and a region without a start time follows at once.
    ///
    /// - Throws: `invalidPropertyValue` for a file that is not one of the player's, a part outside of it, and a start
    ///   time that is negative, already rendered, or before the end of what was scheduled before (unlike a slice, a
    ///   region does not wait); `formatNotSupported` for a rate that cannot be converted.
    public func scheduleRegion(_ region: ScheduledAudioFileRegion) throws(AudioUnitError) {
        guard files.contains(where: { $0 === region.file }) else {
            throw refusal("region", "its file is not one of the player's; set the scheduled files first")
        }
        let asked = region.framesToPlay == ScheduledAudioFileRegion.toTheEnd ? nil : region.framesToPlay
        guard region.startFrame >= 0 && (asked ?? 0) >= 0 && region.startFrame <= region.file.frameCount ?? .max else {
            throw refusal(
                "region",
                "\(asked.map { "\($0)" } ?? "all") frames from frame \(region.startFrame) are not all in its file")
        }
        if let start = region.startTime { try check(place: start, now: schedule.now, "region") }

        let part = RegionSource(
            region.file, start: region.startFrame, length: asked, passes: Int64(region.loopCount) + 1)
        let source = try converted(part)
        let length = source.frameCount
        try check(
            end: length,
            from: region.startTime ?? max(schedule.now, min(schedule.plannedEnd, PlaySchedule.horizon / 2)), "region")
        var item = PlaySchedule.Item(source: source, asked: region.startTime, length: length)
        item.completion = region.completion.map { completion in { completion(region, $0) } }
        schedule.append(item)
    }

    /// Core Audio reads ahead here (`kAudioUnitProperty_ScheduledFilePrime`; 0 is its own choice). Offline rendering
    /// waits for its files, so this does nothing.
    ///
    /// - Throws: `invalidPropertyValue` for a number below zero.
    public func prime(_ frameCount: Int) throws(AudioUnitError) {
        if frameCount < 0 {
            throw AudioUnitError(.invalidPropertyValue, place: name, "\(frameCount) frames cannot be read ahead")
        }
    }

    /// A file's part at the output's rate, with its channels by number: those that are too many dropped, those that are
    /// missing silent, and one channel in the first two.
    private func converted(_ part: any FrameSource) throws(AudioUnitError) -> any FrameSource {
        let output = outputs[0].format
        var matrix = ChannelMatrix(inputCount: part.format.channelCount, outputCount: output.channelCount)
        for channel in 0..<min(matrix.inputCount, matrix.outputCount) { matrix[output: channel, input: channel] = 1 }
        if matrix.inputCount == 1 && matrix.outputCount > 1 { matrix[output: 1, input: 0] = 1 }
        return try converting(part, by: matrix, toBus: 0, quality: quality)
    }
}
