import KKAnalysis
import KKTestSupport
import Testing

@Suite struct PCMHashTests {
    private func hash(_ channels: [[Float]], slice: Int = 4096) throws -> String {
        let hash = try PCMHash()
        feed(channels, slice: slice) { hash.add($0, frames: $1) }
        return hash.digest()
    }

    @Test("no samples hash to SHA-256's digest of nothing, and 1 to that of 00 00 80 3f")
    func known() throws {
        #expect(try hash([[]]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(try hash([[1]]) == "e00e5eb9444182f352323374ef4e08ebcb784725fdd4fd612d7730540b3e0c8c")
    }

    @Test("a negative zero hashes as a zero, and nothing else is changed")
    func zeros() throws {
        #expect(try hash([[0, -0.0, 0.5]]) == (try hash([[0, 0, 0.5]])))
        #expect(try hash([[-0x1p-149]]) != (try hash([[0x1p-149]])))
    }

    @Test("every cut hashes alike", arguments: [1, 2, 3, 6])
    func cuts(channels: Int) throws {
        let sound = (0..<channels).map { SeededNumbers.noise(9001, seed: UInt64($0)) }
        let whole = try hash(sound)
        for slice in [1, 13, 2048, 9001] { #expect(try hash(sound, slice: slice) == whole) }
        if channels > 1 { #expect(try hash(sound.reversed()) != whole) }
    }

    @Test("sha256sum gives the same of what ffmpeg decodes", arguments: ["music.wav", "speech.wav", "channels-6.wav"])
    func independent(name: String) throws {
        let expected = try CommandRun.shell(
            "ffmpeg -v error -i $FIXTURES/\(name) -f f32le - | sha256sum", in: Fixtures.root
        ).outputText
        #expect(try hash(DecodedSound(name).channels) == expected.prefix(64))
    }
}
