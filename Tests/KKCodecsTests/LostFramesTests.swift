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
