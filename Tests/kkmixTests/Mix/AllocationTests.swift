import Foundation
import KKTestSupport
import Testing

/// Rendering allocates nothing per slice: a job of four times the length makes exactly as many allocations. Counted on
/// the release binary.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["KKMIX_BINARY"] != nil, "needs the release binary in KKMIX_BINARY")
)
struct AllocationTests {
    let counter: AllocationCounter

    init() throws {
        counter = try AllocationCounter()
    }

    static let jobs = [
        "tone-s16.wav::loop=inf noise-f32.wav::loop=inf,gain=0.3,pan=0.2,fade-in=1s --encoding s16",
        "tone-s24.aiff::loop=inf speech.wav::loop=inf --encoding f32",
        "channels-6.wav::loop=inf -c stereo -r 48000 --encoding s24",
        "music.mp3 -r 44100 --encoding s16",
        "tone-s16.wav::loop=inf,eq=rock noise-f32.wav::loop=inf,eq=lowshelf:120:+4dB+peak:1k:-3dB:1oct --eq classical --encoding s24",
        "noise-s16.wav::loop=inf,gain=12dB tone-s16.wav::loop=inf --eq highpass:40+highshelf:8k:6dB --limit -1dBTP --encoding s16",
        "speech.wav::loop=inf noise-f32.wav::loop=inf,duck=speech:depth=-20dB --unit gate --encoding s24",
        "noise-f32.wav::loop=inf,gain=9dB,eq=bass-booster --on-clip limit --encoding s16",
    ]

    @Test(arguments: jobs, ["-j 1", "-j 3"])
    func `four times the slices make no more allocations`(job: String, threads: String) throws {
        let inputs = job.split(separator: " ").map { Self.isFile($0) ? Fixtures.path(String($0)) : String($0) }.joined(
            separator: " ")
        let count = { (length: String) throws -> Int in
            try counter.count("$KKMIX \(inputs) \(threads) --max-frames 1000 --length \(length) -q -o out.wav")
        }
        let short = try count("300000f")
        #expect(short > 100, "the counter counts")
        // A second rendering starts its threads again, and whether the C library has the stacks of the first ones back
        // by then is a matter of time.
        let slack = job.contains("--on-clip") && threads != "-j 1" ? 10 : 0
        #expect(try abs(count("1200000f") - short) <= slack)
    }

    private static func isFile(_ word: Substring) -> Bool {
        word.split(separator: ":").first?.contains(".") == true && !word.hasPrefix("-")
    }
}
