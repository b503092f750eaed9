import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// What is taken for ADTS, AC-3 and E-AC-3, which have nothing but headers that lead to one another.
@Suite struct StreamKindTests {
    private static let frames: [(type: FourCharCode, bytes: [UInt8])] = [
        ("adts", BuiltFrame.adts([UInt8](repeating: 0x11, count: 60))), ("ac-3", BuiltFrame.ac3(mode: 2)),
        ("ec-3", BuiltFrame.enhancedAC3(64, mode: 2)),
    ]
    /// What is not a packet of any kind.
    private static let junk = pattern(600).map { $0 == 0xFF || $0 == 0x0B ? 0x55 : $0 }
    private static let trailer = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

    /// The packets of a file, and of the same bytes as a stream; `nil` if they are refused as no kind that is known.
    private static func packets(_ bytes: [UInt8], hint: FourCharCode? = nil) throws -> (file: Int?, stream: Int?) {
        let run = try StreamRun(bytes, hint: hint)
        #expect(run.error.map { $0.code == .unsupportedFileType } ?? true)
        var file: Int?
        let error = failure { file = Int(try AudioFile(opening: bytes, typeHint: hint).packetCount()) }
        #expect(error.map { $0.code == .unsupportedFileType } ?? true, "\(error.map { "\($0)" } ?? "")")
        return (file, run.error == nil ? run.packetCount : nil)
    }

    @Test(
        "one sync word, or two or three, are no stream where something else follows; four are",
        arguments: frames.indices)
    func chain(_ index: Int) throws {
        let (type, frame) = Self.frames[index]
        for count in 1...3 {
            let found = try Self.packets(SmallSound.repeated(frame, count) + Self.junk)
            #expect(found == (nil, nil), "\(count) of \(type)")
        }
        for count in 4...6 {
            let found = try Self.packets(SmallSound.repeated(frame, count) + Self.junk)
            #expect(found == (count, count), "\(count) of \(type)")
        }
    }

    @Test("a single frame is a stream where the file ends with it, or a tag follows", arguments: frames.indices)
    func single(_ index: Int) throws {
        let (type, frame) = Self.frames[index]
        #expect(try Self.packets(frame) == (1, 1), "\(type)")
        #expect(try Self.packets(frame + Self.trailer) == (1, 1), "\(type)")
        #expect(try Self.packets(frame.dropLast() + []) == (nil, nil), "\(type)")
        // Two, the second of which is cut.
        #expect(try Self.packets(frame + frame.dropLast(5)) == (1, 1), "\(type)")
    }

    @Test("a hint decides where it is in doubt", arguments: frames.indices)
    func hinted(_ index: Int) throws {
        let (type, frame) = Self.frames[index]
        for count in 1...3 {
            #expect(
                try Self.packets(SmallSound.repeated(frame, count) + Self.junk, hint: type) == (count, count),
                "\(count) of \(type)")
        }
        let other = Self.frames[(index + 1) % 3].type
        if type == "adts" || other == "adts" {
            #expect(try Self.packets(frame + Self.junk, hint: other) == (nil, nil), "\(type) as \(other)")
        }
    }

    @Test("syncframes that follow one another are AC-3, and a sync word alone is nothing")
    func named() throws {
        #expect(Bytes.raw(SmallSound.repeated(BuiltFrame.ac3(mode: 2), 4)).openingError() == nil)
        let other = (Bytes.raw([0x0B, 0x77]) + .zeros(5000)).openingError()
        #expect(other?.problem.hasPrefix("this is not a recognised audio file") == true && other?.kind == .badData)
    }
}
