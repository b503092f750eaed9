import KKCodecs
import Testing

struct LostFramesTests {
    /// What is lost before each of some packets of 10 frames.
    private func losses(_ reach: LostFrames.Reach, _ numbers: [Int64?], junkBefore junk: Set<Int> = []) -> [Int64] {
        var losses = LostFrames(reach)
        return numbers.enumerated().map { index, number in
            let trouble = losses.trouble(before: number, frameCount: 10, junkByteCount: junk.contains(index) ? 5 : 0)
            #expect(losses.trouble(before: number, frameCount: 10).isNone, "once")
            losses.take(number, frameCount: 10)
            return trouble.frameCount
        }
    }

    @Test("What the numbers leave out is lost, and a first number other than 0 only where bytes before it are none")
    func gaps() {
        #expect(losses(.total(.max), [0, 10, 40, 50]) == [0, 0, 20, 0])
        #expect(losses(.total(.max), [30, 40]) == [0, 0])
        #expect(losses(.total(.max), [30, 40], junkBefore: [0]) == [30, 0])
        #expect(losses(.total(.max), [0, nil, 30, nil, nil]) == [0, 0, 10, 0, 0])
        #expect(losses(.total(.max), [nil, nil, 30]) == [0, 0, 0])
    }

    @Test("A number that goes back or beyond the reach is that of another stream, whose numbers count from there")
    func others() {
        #expect(losses(.total(60), [0, 50]) == [0, 40])
        #expect(losses(.total(59), [0, 50, 70]) == [0, 0, 10])
        #expect(losses(.total(100), [0, 40, 10, 40]) == [0, 30, 0, 20])
        #expect(losses(.gap(40), [0, 50, 101, 120]) == [0, 40, 0, 9])
    }

    @Test("A damaged packet's own word is the last to be believed")
    func damaged() {
        var losses = LostFrames(.gap(100))
        losses.take(20, frameCount: 10)
        losses.take(7, frameCount: 10, isDamaged: true)
        #expect(losses.expected == 40 && losses.position == 20)
        losses.take(7, frameCount: 10)
        #expect(losses.expected == 17)
        var first = LostFrames(.gap(100))
        first.take(7, frameCount: 10, isDamaged: true)
        #expect(first.expected == 17)
    }
}
