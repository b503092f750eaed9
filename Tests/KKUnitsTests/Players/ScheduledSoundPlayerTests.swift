import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct ScheduledSoundPlayerTests {
    /// `count` samples from `first` up, by ones: every frame tells which it is.
    private func ramp(_ count: Int, from first: Float = 1) -> [Float] { (0..<count).map { first + Float($0) } }

    private func zeros(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

    /// A ramp of seven over and over.
    private func cycle(_ count: Int) -> [Float] { (0..<count).map { Float($0 % 7 + 1) } }

    private func slice(
        _ samples: [Float], right: [Float]? = nil, at start: Int64? = nil, _ flags: ScheduledAudioSlice.Flags = [],
        completion: ScheduledAudioSlice.Completion? = nil
    ) -> ScheduledAudioSlice {
        ScheduledAudioSlice(
            scheduledBuffer([samples] + (right.map { [$0] } ?? [])), startTime: start, flags: flags,
            completion: completion)
    }

    private func player(
        _ slices: ScheduledAudioSlice..., channels: Int = 1, start: Int64? = 0
    ) throws -> ScheduledSoundPlayer {
        let player = ScheduledSoundPlayer()
        try player.setStreamFormat(format(48_000, channels), scope: .output)
        try player.initialize()
        for slice in slices { try player.scheduleSlice(slice) }
        if let start { try player.scheduleStartTime(start) }
        return player
    }

    @Test(arguments: Cut.all)
    func `slices are heard at their places after the start time`(cut: Cut) throws {
        let player = try player(
            slice(ramp(1500), right: ramp(1500, from: -4000), at: 100), slice(ramp(10), right: ramp(10)),
            slice(ramp(3, from: 7), right: ramp(3, from: 9), at: 2000),
            channels: 2, start: 777)
        let left = zeros(877) + ramp(1500) + ramp(10) + zeros(390) + ramp(3, from: 7) + zeros(20)
        let right = zeros(877) + ramp(1500, from: -4000) + ramp(10) + zeros(390) + ramp(3, from: 9) + zeros(20)
        #expect(try player.rendered(2800, cut) == [left, right])
        #expect(player.endTime == 2780)
    }

    @Test func `nothing is heard and no time passes before a start time is set`() throws {
        let player = try player(slice(ramp(3)), start: nil)
        #expect(player.startTime == nil && player.currentPlayTime.sampleTime == -1)
        #expect(try player.rendered(5) == [zeros(5)])
        #expect(player.currentPlayTime.sampleTime == -1 && player.endTime == nil)
        try player.scheduleStartTime(7)
        #expect(try player.rendered(2, from: 5) == [zeros(2)])
        #expect(player.startTime == 7 && player.currentPlayTime.sampleTime == -1)
        #expect(try player.rendered(4, from: 7) == [[1, 2, 3, 0]])
        #expect(player.currentPlayTime == AudioTime(sampleTime: 4, sampleRate: 48_000))
    }

    @Test func `a start time of -1 is the next render call, wherever it is`() throws {
        let player = try player(slice(ramp(4), at: 1), start: nil)
        #expect(try player.rendered(10) == [zeros(10)])
        try player.scheduleStartTime(ScheduledSoundPlayer.nextRender)
        #expect(player.startTime == -1)
        #expect(try player.rendered(6, .every(2), from: 1000) == [[0, 1, 2, 3, 4, 0]])
        #expect(player.startTime == 1000 && player.endTime == 1005)
    }

    @Test func `another start time moves what is scheduled`() throws {
        let player = try player(slice(ramp(3), at: 10))
        #expect(try player.rendered(5) == [zeros(5)])
        try player.scheduleStartTime(5)
        #expect(try player.rendered(20, from: 5) == [zeros(10) + ramp(3) + zeros(7)])
        let other = try self.player(slice(ramp(3), at: 10))
        _ = try other.rendered(12)
        try other.scheduleStartTime(1)
        #expect(try other.rendered(3, from: 12) == [[2, 3, 0]])
    }

    @Test(arguments: Cut.all)
    func `slices that overlap wait and are heard whole, in the order of scheduling`(cut: Cut) throws {
        let player = try player(
            slice(ramp(100), at: 50), slice(ramp(5, from: -5), at: 60), slice(ramp(5, from: 900), at: 0),
            slice([0.5], at: 170))
        let expected = zeros(50) + ramp(100) + ramp(5, from: -5) + ramp(5, from: 900) + zeros(10) + [0.5, 0]
        #expect(try player.rendered(172, cut) == [expected])
    }

    @Test(arguments: Cut.all)
    func `a loop has no seam and goes on`(cut: Cut) throws {
        let player = try player(slice(ramp(7), at: 3, .loop), slice([100]))
        #expect(try player.rendered(3000, cut) == [zeros(3) + cycle(2997)])
        #expect(player.endTime == nil)
        #expect(try player.rendered(5, from: 3 + 7_000_000 + 5) == [[6, 7, 1, 2, 3]])
    }

    @Test(arguments: Cut.all)
    func `an interrupting slice ends what was scheduled before`(cut: Cut) throws {
        var reported: [String] = []
        func tell(_ name: String) -> ScheduledAudioSlice.Completion {
            { reported.append("\(name) \($0.flags.rawValue)") }
        }
        let player = try player(
            slice(ramp(7), .loop, completion: tell("loop")), slice(ramp(5), completion: tell("never")),
            slice(ramp(5, from: -5), at: 1200, .interrupt, completion: tell("interrupt")),
            slice([9], completion: tell("last")))
        #expect(try player.rendered(1210, cut) == [cycle(1200) + ramp(5, from: -5) + [9, 0, 0, 0, 0]])
        #expect(reported == ["loop 11", "never 1", "interrupt 19", "last 3"])
    }

    @Test func `an interrupting slice without a place comes next`() throws {
        let player = try player(slice(ramp(100)), slice(ramp(10, from: 500), at: 300))
        #expect(try player.rendered(20) == [ramp(20)])
        try player.scheduleSlice(slice(ramp(3, from: -3), .interrupt))
        #expect(try player.rendered(5, from: 20) == [[-3, -2, -1, 0, 0]])
        #expect(try player.rendered(10, from: 300) == [zeros(10)])
    }

    @Test(arguments: Cut.all)
    func `an interruption at the loop comes at the end of a pass`(cut: Cut) throws {
        let player = try player(slice(ramp(7), .loop), slice(ramp(2, from: -2), at: 1000, .interruptAtLoop))
        #expect(try player.rendered(1005, cut) == [cycle(1001) + [-2, -1, 0, 0]])
    }

    @Test func `a loop plays one pass at least, what is no loop ends, and silence ends at once`() throws {
        let loop = try player(slice(ramp(3), .loop), slice([-1], .interruptAtLoop))
        #expect(try loop.rendered(5) == [[1, 2, 3, -1, 0]])
        let once = try player(slice(ramp(3)), slice([5, 5], at: 3), slice([-1], at: 1, .interruptAtLoop))
        #expect(try once.rendered(5) == [[1, 2, 3, -1, 0]])
        let silence = try player(slice([5, 5], at: 10), slice([-1], at: 2, .interruptAtLoop))
        #expect(try silence.rendered(12) == [[0, 0, -1] + zeros(9)])
        // On the very edge of a pass the edge is the loop point.
        let edge = try player(slice(ramp(3), .loop))
        _ = try edge.rendered(6)
        try edge.scheduleSlice(slice([-1], .interruptAtLoop))
        #expect(try edge.rendered(2, from: 6) == [[-1, 0]])
    }

    @Test func `a slice whose place has passed loses what lies there and is marked`() throws {
        var reported: [UInt32] = []
        let player = try player()
        #expect(try player.rendered(100) == [zeros(100)])
        let late = slice(ramp(20), at: 90) { reported.append($0.flags.rawValue) }
        try player.scheduleSlice(late)
        #expect(try player.rendered(12, .every(5), from: 100) == [ramp(10, from: 11) + [0, 0]])
        try player.scheduleSlice(slice(ramp(2), at: 20) { reported.append($0.flags.rawValue) })
        #expect(try player.rendered(3, from: 112) == [zeros(3)])
        try player.scheduleSlice(slice(ramp(2)) { reported.append($0.flags.rawValue) })
        #expect(try player.rendered(3, from: 115) == [[1, 2, 0]])
        #expect(reported == [7, 5, 3])
    }

    @Test func `a jump in time leaves slices out, and those that are complete are not heard again`() throws {
        var reported: [UInt32] = []
        let slices = (0..<3).map { index in
            slice(ramp(10, from: Float(index * 10)), at: Int64(index * 100)) { reported.append($0.flags.rawValue) }
        }
        let player = try player(slices[0], slices[1], slices[2])
        #expect(try player.rendered(5) == [[0, 1, 2, 3, 4]])
        #expect(try player.rendered(5, from: 7) == [[7, 8, 9, 0, 0]])
        #expect(try player.rendered(3, from: 205) == [[25, 26, 27]])
        #expect(reported == [3, 5])
        #expect(try player.rendered(3, from: 100) == [zeros(3)])
        #expect(try player.rendered(3, from: 200) == [[20, 21, 22]])
        #expect(try player.rendered(9, from: 203) == [ramp(7, from: 23) + [0, 0]])
        #expect(reported == [3, 5, 7])
    }

    @Test func `a slice that waits has its place where the one before ends, for a jump in time as well`() throws {
        let player = try player(slice(ramp(100)), slice(ramp(10, from: 500), at: 50))
        #expect(try player.rendered(3, from: 103) == [ramp(3, from: 503)])
    }

    @Test func `a slice that is complete is gone, and free to be used elsewhere`() throws {
        var reported: [UInt32] = []
        let again = slice(ramp(10), at: 10) { reported.append($0.flags.rawValue) }
        let player = try player(again, slice([1], at: 1000), slice([2], at: 2000))
        _ = try player.rendered(20)
        again.startTime = 3000
        try player.scheduleSlice(again)
        #expect(try player.rendered(9, from: 15) == [zeros(9)])
        #expect(again.flags == [])
        // Nothing is heard at frame 15 any more, so there is no pass to wait for.
        _ = try player.rendered(5)
        try player.scheduleSlice(slice([-1], at: 15, .interruptAtLoop))
        #expect(try player.rendered(20, from: 5) == [zeros(10) + [-1] + zeros(9)])
        #expect(reported == [3, 1])
    }

    @Test func `after silence an interrupting slice is heard whole`() throws {
        let player = try player(slice(ramp(3)))
        _ = try player.rendered(10)
        try player.scheduleSlice(slice(ramp(3), .interrupt))
        #expect(try player.rendered(4, from: 10) == [[1, 2, 3, 0]])
    }

    @Test(arguments: Cut.all)
    func `a completion comes between two frames, and what it schedules follows without a gap`(cut: Cut) throws {
        let player = try player()
        let buffer = scheduledBuffer([ramp(10)])
        var count = 0
        func more(_ slice: ScheduledAudioSlice) {
            count += 1
            #expect(player.currentPlayTime.sampleTime == Int64(count * 10))
            for index in 0..<10 { buffer.frames.fill(channel: 0, at: index, with: [Float(count * 10 + index + 1)]) }
            if count < 300 { try? player.scheduleSlice(slice) }
        }
        try player.scheduleSlice(ScheduledAudioSlice(buffer, completion: more))
        #expect(try player.rendered(3010, cut) == [ramp(3000) + zeros(10)])
        #expect(count == 300 && player.endTime == 3000)
    }

    @Test func `frames are shared, and a slice plays as many as it says`() throws {
        let buffer = scheduledBuffer([ramp(5)])
        let player = try player(
            ScheduledAudioSlice(buffer, frameCount: 2), ScheduledAudioSlice(buffer, frameCount: 0),
            ScheduledAudioSlice(buffer, startTime: 4),
            ScheduledAudioSlice(buffer, frameCount: 0, flags: .loop))
        #expect(try player.rendered(10) == [[1, 2, 0, 0, 1, 2, 3, 4, 5, 0]])
        #expect(player.endTime == 9)
    }

    @Test func `a reset and an uninitialization complete every slice in order and take the start time away`() throws {
        for end in [{ $0.reset() }, { $0.uninitialize() }] as [(AudioUnit) -> Void] {
            var reported: [String] = []
            func tell(_ name: String) -> ScheduledAudioSlice.Completion {
                { reported.append("\(name) \($0.flags.rawValue)") }
            }
            let again = slice(ramp(10), .loop, completion: tell("b"))
            let player = try player(slice(ramp(3), completion: tell("a")), again, slice(ramp(3), completion: tell("c")))
            _ = try player.rendered(5)
            #expect(reported == ["a 3"])
            end(player)
            #expect(reported == ["a 3", "b 11", "c 1"])
            #expect(player.startTime == nil && player.endTime == 0)
            try player.initialize()
            #expect(try player.rendered(5) == [zeros(5)])
            try player.scheduleSlice(again)
            try player.scheduleStartTime(-1)
            #expect(try player.rendered(3, from: 5) == [[1, 2, 3]])
        }
    }

    @Test func `a completion may clear the schedule`() throws {
        let player = try player()
        try player.scheduleSlice(slice(ramp(3)) { _ in player.reset() })
        try player.scheduleSlice(slice(ramp(3)))
        #expect(try player.rendered(6) == [[1, 2, 3, 0, 0, 0]])
        try player.scheduleSlice(slice(ramp(3)))
        try player.scheduleStartTime(-1)
        #expect(try player.rendered(4, from: 6) == [[1, 2, 3, 0]])
    }

    @Test func `silence is reported`() throws {
        let player = try player(slice([0, 0], at: 4))
        var reported: [Bool] = []
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 3)
        for start in stride(from: 0, to: 12, by: 3) as StrideTo<Int64> {
            var flags: RenderActionFlags = []
            try player.render(
                &flags, time: AudioTime(sampleTime: start, sampleRate: 48_000), frameCount: 3, into: &buffer)
            reported.append(flags.contains(.outputIsSilence))
        }
        #expect(reported == [true, false, true, true])
    }

    @Test func `what cannot be played is refused`() throws {
        let player = try player()
        #expect(
            text { try player.scheduleSlice(slice([1], right: [1])) }
                == "'augn' 'sspl' output bus 0: a slice of 2 channels cannot play into 1; set the output's format, or convert the slice"
        )
        #expect(code { try player.scheduleSlice(slice([1], at: -1)) } == .invalidPropertyValue)
        #expect(code { try player.scheduleSlice(slice([1], at: .max)) } == .invalidPropertyValue)
        let buffer = scheduledBuffer([[1, 2]])
        #expect(code { try player.scheduleSlice(ScheduledAudioSlice(buffer, frameCount: 3)) } == .invalidPropertyValue)
        #expect(code { try player.scheduleSlice(ScheduledAudioSlice(buffer, frameCount: -1)) } == .invalidPropertyValue)
        #expect(code { try player.scheduleStartTime(-2) } == .invalidPropertyValue)
        #expect(code { try player.scheduleStartTime(.max) } == .invalidPropertyValue)
        let twice = ScheduledAudioSlice(buffer)
        try player.scheduleSlice(twice)
        #expect(code { try player.scheduleSlice(twice) } == .cannotDoInCurrentContext)
        buffer.frames = PCMBuffer(channelCount: 1, frameCapacity: 1)
        #expect(code { _ = try player.rendered(1) } == .parameter)
    }

    @Test func `a format that changes under the slices is refused by initialize`() throws {
        let player = ScheduledSoundPlayer()
        try player.scheduleSlice(slice([1], right: [1]))
        try player.setStreamFormat(format(44_100, 1), scope: .output)
        #expect(code { try player.initialize() } == .formatNotSupported)
    }

    @Test func `times at the ends of what can be counted do no harm`() throws {
        let player = try player(slice(ramp(3), .loop), slice([1], at: Int64(1) << 59), start: Int64(1) << 60)
        for time in [Int64.min, Int64.max - 10, 0, Int64(1) << 60] {
            #expect(try player.rendered(1, from: time)[0].count == 1)
        }
    }

    @Test func `properties by number do what the methods do`() throws {
        let player = try player(start: nil)
        let ids: [(PropertyID, UInt32)] = [
            (.scheduleAudioSlice, 3300), (.scheduleStartTimeStamp, 3301), (.currentPlayTime, 3302),
            (.scheduledFileIDs, 3310),
            (.scheduledFileRegion, 3311), (.scheduledFilePrime, 3312), (.scheduledFileBufferSizeFrames, 3313),
            (.scheduledFileNumberBuffers, 3314),
        ]
        #expect(ids.allSatisfy { $0.rawValue == $1 })
        #expect(code { _ = try player.property(.scheduleStartTimeStamp) } == .propertyNotInUse)
        #expect(code { _ = try player.property(.scheduleAudioSlice) } == .propertyNotInUse)
        #expect(code { _ = try MultiChannelMixer().property(.scheduleAudioSlice) } == .invalidProperty)
        #expect(code { _ = try player.property(.scheduledFileIDs) } == .invalidProperty)
        try player.setProperty(.scheduleAudioSlice, slice([1, 2]))
        try player.setProperty(.scheduleStartTimeStamp, 1)
        #expect(try player.rendered(3) == [[0, 1, 2]])
        #expect(try player.property(.scheduleStartTimeStamp) == 1 && player.property(.currentPlayTime).sampleTime == 2)
        #expect(try ComponentDescription.scheduledSoundPlayer.makeUnit() is ScheduledSoundPlayer)
        #expect(ComponentDescription.scheduledSoundPlayer.description == "'augn' 'sspl' 'appl'")
    }
}

/// A buffer for slices that holds `channels`.
func scheduledBuffer(_ channels: [[Float]]) -> ScheduledAudioBuffer {
    let count = channels.first?.count ?? 0
    var frames = PCMBuffer(channelCount: channels.count, frameCapacity: count)
    frames.frameLength = count
    for (channel, samples) in channels.enumerated() { frames.fill(channel: channel, with: samples) }
    return ScheduledAudioBuffer(frames)
}
