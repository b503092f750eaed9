import Foundation
import KKTestSupport
import Testing

/// `::stream=` in a mix: one of the audio streams that are side by side in an Ogg file.
@Suite struct StreamChoiceTests {
    private let folder = try! ScratchFolder()

    private func mix(_ input: String, bytes: [UInt8]? = nil) throws -> (run: CommandRun, sound: [UInt8]?) {
        let run = try CommandRun(
            ["-f", "-o", folder.path("out.wav"), "--encoding", "f32", "--", input], in: Fixtures.path(""), input: bytes)
        return (run, folder.bytes("out.wav"))
    }

    @Test(arguments: [(1, "codec-vorbis.ogg"), (2, "codec-opus.opus"), (3, "codec-16.oga")])
    func `a mix takes the stream of that number, by name and from standard input`(number: Int, alone: String) throws {
        let expected = try mix(alone).sound
        let (run, sound) = try mix("streams.ogx::stream=\(number)")
        #expect(run.status == 0 && run.errorText.isEmpty && sound == expected)
        let bytes = try #require(FileManager.default.contents(atPath: Fixtures.path("streams.ogx")).map(Array.init))
        let (piped, other) = try mix("-::stream=\(number)", bytes: bytes)
        #expect(piped.status == 0 && piped.errorText.isEmpty && other == expected)
    }

    @Test func `without a number it is the first, with a warning that strictly is an error`() throws {
        let (run, sound) = try mix("streams.ogx")
        #expect(
            run.status == 0
                && run.errorText.contains("2 streams, the first of Opus, are multiplexed with the first one"))
        #expect(try sound == mix("codec-vorbis.ogg").sound)
        for (words, status) in [("streams.ogx", 65), ("streams.ogx::stream=1", 0)] as [(String, Int32)] {
            let strict = try CommandRun(
                [words, "--strict", "-f", "-o", folder.path("strict.wav")], in: Fixtures.path(""))
            #expect(strict.status == status, "\(strict.errorText)")
        }
    }

    @Test(arguments: [
        ("streams.ogx::stream=4", "streams.ogx: stream 4 was requested, but the file has 3: 1 Vorbis, 2 Opus, 3 FLAC"),
        ("music.wav::stream=2", "music.wav: stream 2 was requested, but the file has one"),
        ("synth:sine:for=1s::stream=2", "stream 2 was requested, but the file has one"),
        ("streams.ogx::stream=0", "'0' is not the number of a stream"),
    ])
    func `a stream that there is not is named`(input: String, words: String) throws {
        let (run, sound) = try mix(input)
        #expect(run.status == 64 && run.errorText.contains(words) && sound == nil, "\(run.errorText)")
    }
}
