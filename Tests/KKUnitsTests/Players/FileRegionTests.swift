import KKConvert
import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct FileRegionTests {
    private func ramp(_ count: Int, from first: Float = 0) -> [Float] { (0..<count).map { first + Float($0) } }

    private func zeros(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

    private func player(_ files: any FrameSource..., channels: Int = 1, start: Int64? = 0) throws -> FilePlayer {
        let player = FilePlayer()
        try player.setStreamFormat(format(48_000, channels), scope: .output)
        try player.initialize()
        try player.setScheduledFiles(files)
        if let start { try player.scheduleStartTime(start) }
        return player
    }

    @Test(arguments: Cut.all)
    func `parts of one file are heard at their places after the start time`(cut: Cut) throws {
        let file = ArraySource([ramp(1000)], staccato: 3)
        let player = try player(file, start: 500)
        try player.scheduleRegion(ScheduledAudioFileRegion(file, startTime: 10, startFrame: 700, framesToPlay: 50))
        try player.scheduleRegion(ScheduledAudioFileRegion(file, startFrame: 20, framesToPlay: 30, loopCount: 2))
        try player.scheduleRegion(
            ScheduledAudioFileRegion(
                file, startTime: 200, startFrame: 990, framesToPlay: ScheduledAudioFileRegion.toTheEnd))
        let pass = ramp(30, from: 20)
        let expected =
            zeros(510) + ramp(50, from: 700) + pass + pass + pass + zeros(50) + ramp(10, from: 990) + zeros(40)
        #expect(try player.rendered(750, cut) == [expected])
        #expect(player.endTime == 710)
    }

    @Test(arguments: Cut.all)
    func `a loop of a periodic signal has no seam, at another rate either`(cut: Cut) throws {
        // Three passes of a part at 32 kHz are what the threefold part is when it is converted in one piece.
        let noise = SeededNumbers.noise(900, seed: 4)
        let file = ArraySource([noise], sampleRate: 32_000, staccato: 5)
        let player = try player(file)
        try player.scheduleRegion(
            ScheduledAudioFileRegion(file, startTime: 33, startFrame: 100, framesToPlay: 501, loopCount: 2))
        let part = Array(noise[100..<601])
        let expected = try ResampledSource(ArraySource([part + part + part], sampleRate: 32_000), sampleRate: 48_000)
            .readAll()[0]
        #expect(expected.count == 2255)
        #expect(bits(try player.rendered(2400, cut)) == bits([zeros(33) + expected + zeros(112)]))
        #expect(player.endTime == 2288)
    }

    @Test func `the quality of the conversion is the player's when the region is scheduled`() throws {
        let noise = SeededNumbers.noise(300, seed: 4)
        let file = ArraySource([noise], sampleRate: 96_000)
        let player = try player(file)
        player.quality = .fast
        try player.scheduleRegion(ScheduledAudioFileRegion(file))
        player.quality = .best
        let expected = try ResampledSource(ArraySource([noise], sampleRate: 96_000), sampleRate: 48_000, quality: .fast)
            .readAll()
        #expect(bits(try player.rendered(150)) == bits(expected))
    }

    @Test(arguments: [1, 2, 3, 5], [1, 2, 3])
    func `channels go by number, and one channel is heard in two`(fileChannels: Int, channels: Int) throws {
        let samples = (0..<fileChannels).map { ramp(2000, from: Float($0 * 10_000 + 1)) }
        let file = ArraySource(samples, staccato: 2)
        let player = try player(file, channels: channels)
        try player.scheduleRegion(ScheduledAudioFileRegion(file))
        let expected = (0..<channels).map {
            fileChannels == 1 && $0 == 1 ? samples[0] : $0 < fileChannels ? samples[$0] : zeros(2000)
        }
        #expect(try player.rendered(2000, .every(700)) == expected)
    }

    @Test func `a stale buffer does not show in a channel that the file does not have`() throws {
        let file = ArraySource([[1, 1], [2, 2]])
        let player = try player(file, channels: 3)
        try player.scheduleRegion(ScheduledAudioFileRegion(file))
        var buffer = PCMBuffer(channelCount: 3, frameCapacity: 2)
        buffer.fill(channel: 2, with: [9, 9])
        var flags: RenderActionFlags = []
        try player.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 48_000), frameCount: 2, into: &buffer)
        #expect(buffer.samples(ofChannel: 2) == [0, 0])
    }

    @Test(arguments: Cut.all)
    func `completions come in order between two frames, and may schedule what follows`(cut: Cut) throws {
        let file = ArraySource([ramp(1000)])
        let player = try player(file)
        var reported: [String] = []
        func more(_ region: ScheduledAudioFileRegion, _ error: (any Error)?) {
            reported.append("\(region.startFrame) \(player.currentPlayTime.sampleTime) \(error == nil)")
            if region.startFrame == 500 { return }
            try? player.scheduleRegion(
                ScheduledAudioFileRegion(file, startFrame: region.startFrame + 100, framesToPlay: 100, completion: more)
            )
        }
        try player.scheduleRegion(ScheduledAudioFileRegion(file, startFrame: 300, framesToPlay: 100, completion: more))
        #expect(try player.rendered(310, cut) == [ramp(300, from: 300) + zeros(10)])
        #expect(reported == ["300 100 true", "400 200 true", "500 300 true"])
    }

    @Test func `a reset and an uninitialization complete every region once, in order`() throws {
        for end in [{ $0.reset() }, { $0.uninitialize() }] as [(AudioUnit) -> Void] {
            let file = ArraySource([ramp(10)])
            let player = try player(file)
            var reported: [Int64] = []
            for start in [0, 2, 4] as [Int64] {
                try player.scheduleRegion(
                    ScheduledAudioFileRegion(file, startFrame: start) { region, error in
                        if error == nil { reported.append(region.startFrame) }
                    })
            }
            _ = try player.rendered(12)
            #expect(reported == [0])
            end(player)
            #expect(reported == [0, 2, 4])
            #expect(player.startTime == nil && player.endTime == 0 && player.scheduledFiles.count == 1)
            try player.initialize()
            #expect(try player.rendered(5) == [zeros(5)])
        }
    }

    @Test func `a jump in time finds its frame, in files that are shared, and backwards too`() throws {
        let file = ArraySource([ramp(100)], sampleRate: 48_000)
        let player = try player(file)
        var count = 0
        try player.scheduleRegion(ScheduledAudioFileRegion(file, framesToPlay: 50, loopCount: 1) { _, _ in count += 1 })
        try player.scheduleRegion(ScheduledAudioFileRegion(file, startTime: 200, startFrame: 60) { _, _ in count += 1 })
        #expect(try player.rendered(10) == [ramp(10)])
        #expect(try player.rendered(5, from: 210) == [ramp(5, from: 70)])
        #expect(count == 1)
        #expect(try player.rendered(5, from: 10) == [ramp(5, from: 10)])
        #expect(try player.rendered(4, from: 48) == [[48, 49, 0, 1]])
        #expect(try player.rendered(60, from: 200) == [ramp(40, from: 60) + zeros(20)])
        #expect(try player.rendered(3, from: 98) == [[48, 49, 0]])
        #expect(count == 2 && player.endTime == nil)
    }

    @Test func `a region that proves shorter is followed at once by one without a place`() throws {
        let short = PromisingFile([[1, 2, 3]], frameCount: 100)
        let file = ArraySource([ramp(4, from: 10)])
        let player = try player(short, file)
        try player.scheduleRegion(ScheduledAudioFileRegion(short))
        try player.scheduleRegion(ScheduledAudioFileRegion(file, framesToPlay: 2))
        try player.scheduleRegion(ScheduledAudioFileRegion(file, startFrame: 2))
        try player.scheduleRegion(ScheduledAudioFileRegion(file, startTime: 110, framesToPlay: 1))
        #expect(try player.rendered(112, .every(3)) == [[1, 2, 3, 10, 11, 12, 13] + zeros(103) + [10, 0]])
    }

    @Test func `what follows a region that proves shorter is not moved by a jump behind its end`() throws {
        let short = PromisingFile([[1, 2, 3]], frameCount: 100)
        let file = ArraySource([ramp(4, from: 10)])
        let player = try player(short, file)
        try player.scheduleRegion(ScheduledAudioFileRegion(short))
        try player.scheduleRegion(ScheduledAudioFileRegion(file))
        #expect(try player.rendered(54, from: 50) == [zeros(50) + ramp(4, from: 10)])
    }

    @Test func `a file of unknown length is followed too, when it ends`() throws {
        let endless = PromisingFile([[1, 2, 3]], frameCount: nil)
        let file = ArraySource([[7]])
        let player = try player(endless, file)
        try player.scheduleRegion(ScheduledAudioFileRegion(endless))
        #expect(
            code { try player.scheduleRegion(ScheduledAudioFileRegion(file, startTime: 100)) } == .invalidPropertyValue)
        try player.scheduleRegion(ScheduledAudioFileRegion(file))
        #expect(try player.rendered(6, .every(2)) == [[1, 2, 3, 7, 0, 0]])
        #expect(player.endTime == 4)
    }

    @Test func `a file's error stops the render and is reported once`() throws {
        struct Trouble: Error {}
        let file = PromisingFile([[1]], frameCount: 10, error: Trouble())
        let player = try player(file)
        var reported: [Bool] = []
        try player.scheduleRegion(ScheduledAudioFileRegion(file) { _, error in reported.append(error is Trouble) })
        for _ in 0..<2 { #expect(throws: Trouble.self) { try player.rendered(1) } }
        player.reset()
        #expect(reported == [true])
    }

    @Test func `sources, regions and slices are one schedule`() throws {
        let file = ArraySource([ramp(10, from: 1)])
        let player = try player(file, start: nil)
        try player.schedule(
            ScheduledSource(ArraySource([[100, 100, 100, 100]]), startTime: 2, fadeOut: Fade(length: 4)))
        #expect(player.startTime == 0)
        try player.scheduleRegion(ScheduledAudioFileRegion(file, framesToPlay: 2))
        try player.scheduleSlice(ScheduledAudioSlice(scheduledBuffer([[-1, -2, -3]])))
        try player.schedule(ScheduledSource(ArraySource([[5]]), startTime: 11))
        #expect(try player.rendered(13, .every(5)) == [[0, 0, 100, 75, 50, 25, 1, 2, -1, -2, -3, 5, 0]])
        #expect(try player.rendered(13) == [[0, 0, 100, 75, 50, 25, 1, 2, 0, 0, 0, 5, 0]])
    }

    @Test func `a fade-out is not moved by an interruption`() throws {
        let player = try player()
        try player.schedule(ScheduledSource(ArraySource([[100, 100, 100, 100]]), fadeOut: Fade(length: 4)))
        try player.scheduleSlice(ScheduledAudioSlice(scheduledBuffer([[-1]]), startTime: 2, flags: .interrupt))
        #expect(try player.rendered(5) == [[100, 75, -1, 0, 0]])
    }

    @Test func `a source's places are after the start time, if there is one`() throws {
        let player = try player(start: 3)
        try player.schedule(ScheduledSource(ArraySource([[1, 2]]), startTime: 1))
        #expect(try player.rendered(7) == [[0, 0, 0, 0, 1, 2, 0]])
        #expect(player.endTime == 6)
    }

    @Test func `what cannot be played is refused`() throws {
        let file = ArraySource([ramp(100)])
        let player = try player(file)
        func refused(_ region: ScheduledAudioFileRegion) -> Bool {
            code { try player.scheduleRegion(region) } == .invalidPropertyValue
        }
        #expect(refused(ScheduledAudioFileRegion(ArraySource([[1]]))))
        #expect(refused(ScheduledAudioFileRegion(file, startFrame: -1)))
        #expect(refused(ScheduledAudioFileRegion(file, startFrame: 101)))
        #expect(refused(ScheduledAudioFileRegion(file, framesToPlay: -1)))
        #expect(refused(ScheduledAudioFileRegion(file, startTime: -1)))
        #expect(refused(ScheduledAudioFileRegion(file, startTime: .max)))
        #expect(refused(ScheduledAudioFileRegion(PromisingFile([[1]], frameCount: .max))))
        _ = try player.rendered(10)
        #expect(refused(ScheduledAudioFileRegion(file, startTime: 9)))
        try player.scheduleRegion(ScheduledAudioFileRegion(file, startTime: 10))
        #expect(
            text { try player.scheduleRegion(ScheduledAudioFileRegion(file, startTime: 109)) }
                == "'augn' 'afpl': the region cannot be scheduled: frame 109 is too early; the first free frame is 110")
        #expect(code { try player.setScheduledFiles([]) } == .cannotDoInCurrentContext)
        _ = try player.rendered(100, from: 10)
        try player.setScheduledFiles([ArraySource([[1]], sampleRate: 1)])
        #expect(
            code { try player.scheduleRegion(ScheduledAudioFileRegion(player.scheduledFiles[0])) }
                == .formatNotSupported)
        #expect(code { try player.setScheduledFiles([ArraySource([[1]], sampleRate: 0)]) } == .formatNotSupported)
        #expect(code { try player.setScheduledFiles([ArraySource([])]) } == .formatNotSupported)
        #expect(code { try player.prime(-1) } == .invalidPropertyValue)
    }

    @Test func `properties by number do what the methods do`() throws {
        let file = ArraySource([[1, 2]])
        let player = try player(start: nil)
        try player.setProperty(.scheduledFileIDs, [file])
        #expect(try player.property(.scheduledFileIDs).count == 1)
        try player.setProperty(.scheduledFileRegion, ScheduledAudioFileRegion(file, startTime: 1))
        try player.setProperty(.scheduledFilePrime, 0)
        try player.setProperty(.scheduleStartTimeStamp, -1)
        #expect(try player.rendered(4) == [[0, 1, 2, 0]])
        #expect(code { _ = try player.property(.scheduledFileRegion) } == .propertyNotInUse)
        #expect(code { _ = try player.property(.scheduledFilePrime) } == .propertyNotInUse)
        #expect(code { _ = try player.property(.scheduledFileBufferSizeFrames) } == .invalidProperty)
        #expect(code { try player.setProperty(.scheduledFileNumberBuffers, 2) } == .invalidProperty)
        #expect(code { _ = try ScheduledSoundPlayer().property(.scheduledFileRegion) } == .invalidProperty)
    }
}

/// A file that names another length than it has, or fails.
private final class PromisingFile: FrameSource {
    private let source: ArraySource
    let frameCount: Int64?
    private let error: (any Error)?

    init(_ channels: [[Float]], frameCount: Int64?, error: (any Error)? = nil) {
        source = ArraySource(channels)
        self.frameCount = frameCount
        self.error = error
    }

    var format: StreamDescription { source.format }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        if let error { throw error }
        return try source.read(into: &buffer, at: offset, frameCount: frameCount)
    }

    func seek(to frame: Int64) throws { try source.seek(to: frame) }
}
