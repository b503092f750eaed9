import Foundation
import KKMixing
import KKTestSupport
import Testing

/// The manual's examples are this code, and they work; the README has the first of them.
@Suite struct LibraryExampleTests {
    @Test(arguments: ["LibraryExample", "ConverterExample"])
    func `the page on the library shows the examples that are compiled here`(name: String) throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/library.md", encoding: .utf8)
        let example = try String(contentsOfFile: "\(Fixtures.root)/Tests/KKSessionTests/\(name).swift", encoding: .utf8)
        #expect(page.contains("```swift\n\(example)```\n"))
    }

    @Test func `the README shows the first example's first function`() throws {
        let readme = try String(contentsOfFile: "\(Fixtures.root)/README.md", encoding: .utf8)
        let example = try String(
            contentsOfFile: "\(Fixtures.root)/Tests/KKSessionTests/LibraryExample.swift", encoding: .utf8)
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
