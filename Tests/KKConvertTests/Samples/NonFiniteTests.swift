import KKConvert
import KKPCM
import Testing

@Suite struct NonFiniteTests {
    private func silence() -> PCMBuffer {
        PCMBuffer(channelCount: 3, frameCapacity: 5000)
    }

    @Test func `finite samples of every kind are let through`() {
        var buffer = silence()
        buffer.fill(
            channel: 1, at: 7,
            with: [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 0x1p-130])
        let whole = firstNonFinite(in: buffer, frames: 0..<5000)
        let empty = firstNonFinite(in: buffer, frames: 0..<0)
        #expect(whole == nil && empty == nil)
    }

    @Test func `the lowest frame is found, and in it the lowest channel`() {
        for value in [Float.nan, .infinity, -.infinity, Float(bitPattern: 0xFF80_0001), Float(bitPattern: 0x7FFF_FFFF)]
        {
            for frame in [0, 1, 1023, 1024, 2500, 4999] {
                var buffer = silence()
                buffer.fill(channel: 2, at: frame, with: [value])
                buffer.fill(channel: 1, at: frame, with: [value])
                if frame < 4999 { buffer.fill(channel: 0, at: frame + 1, with: [value]) }
                let found = firstNonFinite(in: buffer, frames: 0..<5000)
                #expect(found?.channel == 1 && found?.frame == frame)
            }
        }
    }

    @Test func `only the frames that were asked for are looked at`() {
        var buffer = silence()
        buffer.fill(channel: 0, at: 99, with: [.nan])
        buffer.fill(channel: 0, at: 200, with: [.nan])
        let none = firstNonFinite(in: buffer, frames: 100..<200)
        let found = firstNonFinite(in: buffer, frames: 100..<201)
        #expect(none == nil && found?.frame == 200)
    }
}
