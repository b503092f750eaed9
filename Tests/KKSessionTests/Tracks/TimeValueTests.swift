import KKMixing
import Testing

@Suite struct TimeValueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let frames: Int64
        var testDescription: String { "'\(text)' is \(frames) frames at 48 kHz" }
    }

    static let rows = [
        Row(text: "1.5", frames: 72_000), Row(text: "1.5s", frames: 72_000), Row(text: "250ms", frames: 12_000),
        Row(text: "1:30.250", frames: 4_332_000), Row(text: "0:01:30", frames: 4_320_000),
        Row(text: "48000f", frames: 48_000),
        Row(text: "0", frames: 0), Row(text: ".5", frames: 24_000), Row(text: "90:00", frames: 259_200_000),
        Row(text: "0.00001", frames: 0), Row(text: "0.1", frames: 4_800), Row(text: "1:00:00", frames: 172_800_000),
    ]

    @Test(arguments: rows)
    func `times are read as people write them`(row: Row) throws {
        #expect(try TimeValue(parsing: row.text).frames(at: 48_000) == row.frames)
    }

    @Test(arguments: [
        "", "s", "-1", "+1", "1,5", "1e3", "nan", "inf", "0x10", "1:60", "1:2:3:4", "1:", ":30", "1.5f", "f", "ms",
        "1 s", "1..5", "99999999999999999999",
    ])
    func `what is no time is refused by name`(text: String) {
        #expect { try TimeValue(parsing: text) } throws: { error in
            (error as? SessionError)?.kind == .usage && "\(error)".contains("'\(text)'")
        }
    }

    @Test func `frames are counted at the output rate and found in the file's`() throws {
        #expect(try TimeValue(parsing: "48000f").frames(inFileAt: 44_100, outputRate: 48_000) == 44_100)
        #expect(try TimeValue(parsing: "1s").frames(inFileAt: 44_100, outputRate: 48_000) == 44_100)
    }
}
