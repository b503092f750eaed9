import KKPCM
import Testing

@Suite struct StreamDescriptionTests {
    @Test func `canonical audio has the flags of deinterleaved native Float32`() {
        let canonical = StreamDescription.canonical(sampleRate: 44_100, channels: 2)
        #expect(canonical.formatFlags.rawValue == 0x29)
        #expect(canonical.bytesPerFrame == 4)
        #expect(canonical.description == " 2 ch,  44100 Hz, Float32, deinterleaved")
    }

    @Test func `a rate is said without a needless fraction`() {
        #expect(
            [44_100, 11_127.5, 1, 100_000_000, 1e18].map(StreamDescription.rateText) == [
                "44100", "11127.5", "1", "100000000", "1e+18",
            ])
    }

    @Test func `the old canonical unit format prints as 8.24 fixed point`() {
        var description = StreamDescription.linearPCM(
            sampleRate: 44_100, channels: 1, bits: 32, flags: [.isSignedInteger, .isNonInterleaved])
        description.formatFlags.fractionBits = 24
        #expect(description.formatFlags.rawValue == 0xC2C)
        #expect(description.encodingText == "8.24-bit little-endian signed integer, deinterleaved")
    }
}
