import Foundation
import KKContainers
import KKDSP
import KKFiles
import KKPCM
import KKTestSupport
import Testing

private let kemar = "/usr/share/libmysofa/default.sofa"

/// Head-related responses from a file: the one that Debian's libmysofa1 has, MIT's of a KEMAR head.
@Suite(.enabled(if: FilePath(kemar).exists)) struct SofaTests {
    /// What both ears hear of a pulse.
    private func ears(_ responses: HeadResponses, _ azimuth: Double, _ elevation: Double) -> [[Float]] {
        let count = responses.length
        var kernel = SpatialKernel(
            channelCount: 1, sampleRate: responses.sampleRate, algorithm: .hrtf, responses: responses)
        kernel.place(azimuth: azimuth, elevation: elevation, gain: 1)
        var source = PCMBuffer(channelCount: 1, frameCapacity: count),
            output = PCMBuffer(channelCount: 2, frameCapacity: count)
        source.fill(channel: 0, with: [1] + Array(repeating: 0, count: count - 1))
        output.frameLength = count
        kernel.add(0..<count, of: source, to: &output)
        return (0..<2).map { output.samples(ofChannel: $0) }
    }

    @Test func `a direction has the bits of its measurement`() throws {
        let responses = try HeadResponses(sofa: FilePath(kemar), sampleRate: 44_100)
        #expect(responses.length == 512)
        // The file's first measurement is 40° below, in front.
        let sound = ears(responses, 0, -40)
        #expect(sound[0].prefix(6).map { $0 * 32_768 } == [2, 2, 2, 1, 1, -1])
        // To the right the right ear hears it first, and louder.
        let side = ears(responses, 90, 0)
        let peaks = side.map { ear in ear.indices.max { abs(ear[$0]) < abs(ear[$1]) } ?? 0 }
        #expect((20...40).contains(peaks[0] - peaks[1]))
        #expect(side[1].reduce(0) { $0 + $1 * $1 } > 5 * side[0].reduce(0) { $0 + $1 * $1 })
    }

    @Test func `at another rate it sounds the same`() throws {
        let all = try [44_100.0, 48_000].map { try HeadResponses(sofa: FilePath(kemar), sampleRate: $0) }
        #expect(all[1].length == 558)
        for frequency in [300.0, 1000, 4000, 10_000] {
            let sizes = all.map { responses in
                ears(responses, -35, 10).map { ear -> Double in
                    let turns = ear.enumerated().map {
                        (Double($1), 2 * .pi * frequency * Double($0) / responses.sampleRate)
                    }
                    return hypot(turns.reduce(0) { $0 + $1.0 * cos($1.1) }, turns.reduce(0) { $0 + $1.0 * sin($1.1) })
                }
            }
            for ear in 0..<2 { #expect(abs(sizes[1][ear] / sizes[0][ear] - 1) < 2e-3, "\(frequency)") }
        }
    }

    @Test func `what is no such file is refused by its name`() throws {
        #expect { try HeadResponses(sofa: FilePath("none.sofa"), sampleRate: 48_000) } throws: {
            ($0 as? AudioFileError)?.code == .fileNotFound
        }
        #expect { try HeadResponses(sofa: FilePath(Fixtures.path("music.mp3")), sampleRate: 48_000) } throws: {
            ($0 as? AudioFileError)?.code == .invalidFile && "\($0)".contains("SimpleFreeFieldHRIR")
        }
    }
}
