import Foundation
import KKMixing
import KKTestSupport
import Testing

/// The manual's examples are this code, and they work; the README has the first of them.
@Suite struct LibraryExampleTests {
    @Test(arguments: ["LibraryExample", "PlayersExample", "ConverterExample"])
    func `the page on the library shows the examples that are compiled here`(name: String) throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/library.md", encoding: .utf8)
        let example = try String(
            contentsOfFile: "\(Fixtures.root)/Tests/KKSessionTests/Support/\(name).swift", encoding: .utf8)
        #expect(page.contains("```swift\n\(example)```\n"))
    }

    @Test func `the README shows the first example's first function`() throws {
        let readme = try String(contentsOfFile: "\(Fixtures.root)/README.md", encoding: .utf8)
        let example = try String(
            contentsOfFile: "\(Fixtures.root)/Tests/KKSessionTests/Support/LibraryExample.swift", encoding: .utf8)
        let function = try #require(example.range(of: "\n/// The same by hand").map { example[..<$0.lowerBound] })
        #expect(readme.contains("```swift\n\(function)```\n"))
    }

    @Test func `the job and the graph made by hand are the same mix`() throws {
        let folder = try ScratchFolder()
        let (song, voice) = (Fixtures.path("music.mp3"), Fixtures.path("speech.wav"))
        let job = try mixInOneJob(song: song, voice: voice, output: folder.path("job.wav"))
        let hand = try mixByHand(song: song, voice: voice, output: folder.path("hand.wav"))
        #expect(job == hand && job == 66_150 + 40_000)
        let one = try AudioFileReader(path: folder.path("job.wav")).readAll()
        let other = try AudioFileReader(path: folder.path("hand.wav")).readAll()
        // 16 bits with dither, and 24 bits: two steps of 16 bits apart at most.
        let apart = zip(one.joined(), other.joined()).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(apart > 0 && apart <= 2 / 32_768)
    }

    @Test func `two players together are the mix of their sounds`() throws {
        let folder = try ScratchFolder()
        let (music, voice) = (Fixtures.path("music.mp3"), Fixtures.path("speech.wav"))
        let length = try playTogether(music: music, voice: voice, output: folder.path("players.wav"))
        let song = try AudioFileReader(path: music, options: ReaderOptions(clientSampleRate: 44_100)).readAll()
        // What is repeated is converted after that, so there is no seam.
        let reader = try AudioFileReader(path: voice)
        let twice = ArraySource(try reader.readAll().map { $0 + $0 }, sampleRate: reader.format.sampleRate)
        let speech = try ResampledSource(twice, sampleRate: 44_100).readAll()
        let count = speech[0].count
        #expect(length == Int64(max(song[0].count, 66_150 + count)))
        let heard = try AudioFileReader(path: folder.path("players.wav")).readAll()
        for (channel, samples) in heard.enumerated() {
            for frame in samples.indices {
                let place = frame - 66_150
                let said = (0..<count).contains(place) ? speech[channel % speech.count][place] : 0
                let played = frame < song[0].count ? song[channel % song.count][frame] / 2 : 0
                if abs(samples[frame] - (played + said)) > 0x1p-23 {
                    Issue.record("frame \(frame)")
                    return
                }
            }
        }
    }

    @Test func `the converter makes planes of fixed point of a steady level`() throws {
        let samples = (0..<8820).map { $0 % 2 == 0 ? Int16(8192) : -16384 }
        let planes = try fixedPoint(of: samples).buffers.map { $0.samples(as: Int32.self) }
        #expect(planes.map(\.count) == [4800, 4800])
        for (plane, level) in zip(planes, [0.25, -0.5]) {
            let middle = plane[500..<4300].map { Double($0) / 0x1p24 - level }
            #expect(middle.allSatisfy { abs($0) < 1e-5 })
        }
    }
}
