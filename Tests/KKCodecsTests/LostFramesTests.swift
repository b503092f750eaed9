import KKCodecs
import Testing

struct LostFramesTests {
    /// What is lost before each of some packets of 10 frames.
    private func losses(_ total: Int64? = nil, _ numbers: [Int64?], junkBefore junk: Set<Int> = []) -> [Int64] {
        var losses = LostFrames(sampleRate: 1, total: total)
        return numbers.enumerated().map { index, number in
            let trouble = losses.trouble(before: number, frameCount: 10, junkByteCount: junk.contains(index) ? 5 : 0)
            #expect(losses.trouble(before: number, frameCount: 10).isNone, "once")
            losses.take(number.map { $0..<$0 + 10 }, frameCount: 10)
            return trouble.frameCount
        }
    }

    @Test("What the numbers leave out is lost, and a first number other than 0 only where bytes before it are none")
    func gaps() {
        #expect(losses(nil, [0, 10, 40, 50]) == [0, 0, 20, 0])
        #expect(losses(nil, [30, 40]) == [0, 0])
        #expect(losses(nil, [30, 40], junkBefore: [0]) == [30, 0])
        #expect(losses(nil, [0, nil, 30, nil, nil]) == [0, 0, 10, 0, 0])
        #expect(losses(nil, [nil, nil, 30]) == [0, 0, 0])
    }

    @Test("A number that goes back or beyond the end is that of another stream, whose numbers count from there")
    func others() {
        #expect(losses(60, [0, 50]) == [0, 40])
        #expect(losses(59, [0, 50, 70]) == [0, 0, 10])
        #expect(losses(100, [0, 40, 10, 40]) == [0, 30, 0, 20])
    }

    @Test("More than a minute is lost only where there are bytes that could have held it")
    func traces() {
        #expect(losses(nil, [0, 70, 141, 160]) == [0, 60, 0, 9])
        #expect(losses(1 << 36, [0, 70, 141, 1 << 35]) == [0, 60, 0, 0])
        // Five bytes: 29,790 frames of silence, and the minute.
        #expect(losses(nil, [0, 29_860], junkBefore: [1]) == [0, 29_850])
        #expect(losses(nil, [0, 29_861], junkBefore: [1]) == [0, 0])
        var losses = LostFrames(sampleRate: 1)
        #expect(losses.trouble(before: .max, frameCount: 10, junkByteCount: .max).frameCount == 0)
    }

    @Test("Many gaps are no longer together than a minute and the sound")
    func manyGaps() {
        // Each leads a minute ahead of packets of 10 seconds: the first is within the minute, the next one within the
        // 60 seconds that were taken, and so on.
        let minutes = losses(nil, (0..<100).map { 70 * $0 })
        #expect((0..<100).filter { minutes[$0] > 0 } == [1] + Array(stride(from: 6, to: 100, by: 6)))
        for (index, sum) in minutes.indices.map({ ($0, minutes[...$0].reduce(0, +)) }) {
            #expect(sum <= 60 + 10 * Int64(index), "packet \(index)")
        }
        // What is half lost stays in its place, however long it is.
        #expect(losses(nil, (0..<1000).map { 20 * $0 }) == [0] + Array(repeating: 10, count: 999))
        // And what bytes could have held is not counted.
        #expect(
            losses(nil, (0..<100).map { 20_000 * $0 }, junkBefore: Set(0..<100)) == [0]
                + Array(repeating: 19_990, count: 99))
    }

    @Test("A damaged packet's own word is the last to be believed")
    func damaged() {
        var losses = LostFrames(sampleRate: 10)
        losses.take(20..<30, frameCount: 10)
        losses.take(7..<17, frameCount: 10, isDamaged: true)
        #expect(losses.expected == 40 && losses.position == 20)
        losses.take(7..<17, frameCount: 10)
        #expect(losses.expected == 17)
        var first = LostFrames(sampleRate: 10)
        first.take(7..<17, frameCount: 10, isDamaged: true)
        #expect(first.expected == 17)
    }
}
