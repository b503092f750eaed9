import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct FilePlayerTests {
    private func player(_ sources: ScheduledSource..., channels: Int = 1) throws -> FilePlayer {
        let player = FilePlayer()
        try player.setStreamFormat(format(48_000, channels), scope: .output)
        for source in sources { try player.schedule(source) }
        try player.initialize()
        return player
    }

    @Test(arguments: Cut.all)
    func `a source starts and ends on its sample, whatever the slices and reads`(cut: Cut) throws {
        let samples = SeededNumbers.noise(2000, seed: 1)
        let player = try player(ScheduledSource(ArraySource([samples], staccato: 3), startTime: 777))
        let expected = Array(repeating: 0, count: 777) + samples + Array(repeating: Float(0), count: 500)
        #expect(bits(try player.rendered(3277, cut)) == bits([expected]))
        #expect(player.endTime == 2777)
    }

    @Test func `the end is known with the last frame and not before`() throws {
        let player = try player(ScheduledSource(ArraySource([[1, 2, 3]]), startTime: 10))
        #expect(player.endTime == nil)
        _ = try player.rendered(12, .every(1))
        #expect(player.endTime == nil)
        _ = try player.rendered(1, from: 12)
        #expect(player.endTime == 13)
    }

    @Test func `with nothing scheduled the end is the beginning`() throws {
        #expect(try player().endTime == 0)
    }

    @Test func `a source of no frames ends where it starts`() throws {
        let player = try player(ScheduledSource(ArraySource([[]]), startTime: 5))
        #expect(try player.rendered(20) == [Array(repeating: 0, count: 20)])
        #expect(player.endTime == 5)
    }

    @Test func `a source that proves shorter ends early`() throws {
        let player = try player(
            ScheduledSource(PromisingSource(ArraySource([[1, 1, 1]]), frameCount: 100), startTime: 2))
        #expect(try player.rendered(8) == [[0, 0, 1, 1, 1, 0, 0, 0]])
        #expect(player.endTime == 5)
    }

    @Test func `a limit cuts`() throws {
        let player = try player(ScheduledSource(ArraySource([[1, 2, 3, 4]]), startTime: 1, frameLimit: 2))
        #expect(try player.rendered(5) == [[0, 1, 2, 0, 0]])
        #expect(player.endTime == 3)
    }

    @Test func `sources follow each other without a gap or with one`() throws {
        let player = try player(
            ScheduledSource(ArraySource([[1, 2]])), ScheduledSource(ArraySource([[3]]), startTime: 2),
            ScheduledSource(ArraySource([[4, 5]]), startTime: 4))
        #expect(try player.rendered(7, .every(3)) == [[1, 2, 3, 0, 4, 5, 0]])
        #expect(player.endTime == 6)
    }

    @Test(arguments: Cut.all)
    func `fades lie at the start and at the end of what is played`(cut: Cut) throws {
        let source = ArraySource([Array(repeating: 1, count: 3000), Array(repeating: -1, count: 3000)], staccato: 8)
        let fade = Fade(length: 200, curve: .sCurve), out = Fade(length: 400)
        let player = try player(
            ScheduledSource(source, startTime: 100, frameLimit: 1000, fadeIn: fade, fadeOut: out), channels: 2)
        let result = try player.rendered(1200, cut)
        let expected = (0..<1200).map { frame -> Float in
            let position = Int64(frame - 100)
            guard (0..<1000).contains(position) else { return 0 }
            return Float(fade.gain(at: position)) * Float(out.gain(at: 1000 - position))
        }
        #expect(result[0] == expected)
        #expect(result[1] == expected.map { -$0 })
        #expect(result[0][100] == 0 && result[0][500] == 1 && result[0][1099] == 0.0025)
    }

    @Test func `silence is reported before the start and after the end`() throws {
        let player = try player(ScheduledSource(ArraySource([[0, 0]]), startTime: 4))
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

    @Test func `a jump in time finds its frame`() throws {
        let player = try player(
            ScheduledSource(ArraySource([(0..<100).map(Float.init)]), startTime: 10),
            ScheduledSource(ArraySource([[7, 8]]), startTime: 200))
        _ = try player.rendered(300)
        #expect(player.endTime == 202)
        #expect(try player.rendered(3, from: 50) == [[40, 41, 42]])
        #expect(player.endTime == nil)
        #expect(try player.rendered(3, from: 9) == [[0, 0, 1]])
        #expect(try player.rendered(3, from: 201) == [[8, 0, 0]])
        #expect(player.endTime == 202)
    }

    @Test func `what cannot be played is refused by name`() throws {
        let player = try player()
        let long = ArraySource([Array(repeating: 1, count: 100)])
        #expect(
            text { try player.schedule(ScheduledSource(ArraySource([[1]], sampleRate: 44_100))) }
                == "'augn' 'afpl' output bus 0: a source of the format [ 1 ch,  44100 Hz, Float32, deinterleaved] cannot play into "
                + "[ 1 ch,  48000 Hz, Float32, deinterleaved]; set the output's format, or convert the source")
        #expect(code { try player.schedule(ScheduledSource(ArraySource([[1], [1]]))) } == .formatNotSupported)
        #expect(code { try player.schedule(ScheduledSource(long, startTime: -1)) } == .invalidPropertyValue)
        #expect(code { try player.schedule(ScheduledSource(long, frameLimit: -1)) } == .invalidPropertyValue)
        #expect(code { try player.schedule(ScheduledSource(long, startTime: .max)) } == .invalidPropertyValue)
        let endless = ScheduledSource(PromisingSource(long, frameCount: nil), fadeOut: Fade(length: 10))
        #expect(code { try player.schedule(endless) } == .invalidPropertyValue)
        _ = try player.rendered(10)
        #expect(code { try player.schedule(ScheduledSource(long, startTime: 9)) } == .invalidPropertyValue)
        try player.schedule(ScheduledSource(long, startTime: 10))
        #expect(
            text { try player.schedule(ScheduledSource(long, startTime: 109)) }
                == "'augn' 'afpl': the source cannot be scheduled: frame 109 is too early; the first free frame is 110")
    }

    @Test func `a source's error stops the render`() throws {
        struct Trouble: Error {}
        let player = try player(ScheduledSource(PromisingSource(ArraySource([[1]]), frameCount: 10, error: Trouble())))
        #expect(throws: Trouble.self) { try player.rendered(1) }
    }

    @Test func `a reset clears the schedule`() throws {
        let player = try player(ScheduledSource(ArraySource([[1, 1]])))
        player.reset()
        #expect(player.endTime == 0)
        #expect(try player.rendered(2) == [[0, 0]])
    }
}

/// A source that names another length than it has, or fails.
private final class PromisingSource: FrameSource {
    private let source: ArraySource
    let frameCount: Int64?
    private let error: (any Error)?

    init(_ source: ArraySource, frameCount: Int64?, error: (any Error)? = nil) {
        self.source = source
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
