import Foundation
import KKTestSupport
import Testing

@testable import KKReport

@Suite struct SVGTests {
    @Test func `names of all kinds stay text, in well-formed XML`() throws {
        let names = [
            "<script>alert('x')</script>.wav", "a&b \"quoted\" ]]>.wav",
            "bell\u{7}escape\u{1B}[31m null\u{0} line\nend.wav", "日本語 ünï 😀.wav",
            "\u{202E}gpj.wav\u{FFFE}", String(repeating: "long ", count: 200),
        ]
        for name in names {
            let text = try Sounds.picture([Sounds.tone(1000, count: 5000)], title: name).svg()
            let (count, title) = try parsed(text)
            #expect(count > 10)
            #expect(!title.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
            if name.count < 40 { #expect(title.prefix(3) == Label.printable(name).prefix(3)) }
            #expect(!text.contains("<script"))
        }
    }

    @Test func `a file says its size and where its time runs, and another one's words are not believed`() throws {
        let sound = [Sounds.tone(1000, count: 96_000)]
        let picture = Sounds.picture(sound)
        let bytes = Array(try picture.svg().utf8)
        let size = try #require(ReportAttachment.Size(svg: bytes))
        #expect((size.width, size.height) == (600, 400))
        let time = try #require(PictureTime(svg: bytes))
        #expect(time == PictureTime(left: 0.16, right: 0.853333, stretches: time.stretches))
        #expect(time.stretches.map(\.start) == [0] && time.stretches.map(\.duration) == [2])
        for text in [
            "", "<svg", "<svg viewBox=\"0 0 9 x\" data-time=\"1\">",
            "<svg viewBox=\"0 0 -1 5\" data-time=\"0 1; 1 2 3\">",
            "<svg data-time=\"0 nan; 0 1 2 3\">", "<svg viewBox=\"0 0 99999999 5\" data-time=\"0 1\">",
            "\u{FFFD}<svg >",
        ] {
            #expect(
                ReportAttachment.Size(svg: Array(text.utf8)) == nil && PictureTime(svg: Array(text.utf8)) == nil,
                "\(text)")
        }
    }

    @Test func `a band's path is its pixels' outline, with a part for each run`() {
        #expect(SVG.path(Band(x: 10, spans: [2..<5])) == "M10 2H11V5H10Z")
        #expect(SVG.path(Band(x: 10, spans: [2..<5, 2..<5, 1..<5])) == "M10 2H12V1H13V5H10Z")
        #expect(SVG.path(Band(x: 0, spans: [nil, 1..<2, nil, 3..<4])) == "M1 1H2V2H1ZM3 3H4V4H3Z")
        #expect(SVG.path(Band(x: 0, spans: [nil])) == "")
    }

    @Test func `coordinates are whole numbers, and the bytes repeat`() throws {
        let picture = Sounds.picture([Sounds.tone(1000, count: 5000)])
        let text = try picture.svg()
        #expect(text == (try picture.svg()))
        let attributes = text.matches(of: /(?: x| y| width| height)="([^"]*)"/)
        #expect(attributes.count > 20 && attributes.allSatisfy { Int($0.output.1) != nil })
    }

    /// The number of elements and the first text, by Python's parser.
    private func parsed(_ text: String) throws -> (Int, String) {
        let folder = try ScratchFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("a.svg")))
        let script =
            "import xml.etree.ElementTree as e; r = e.parse('a.svg').getroot(); "
            + "print(len(list(r))); print(next(t.text for t in r if t.tag.endswith('text')))"
        let run = try CommandRun.shell("PYTHONIOENCODING=utf-8 python3 -c \"\(script)\"", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        let lines = run.outputText.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (lines.first.flatMap { Int($0) } ?? 0, lines.count > 1 ? String(lines[1].dropLast()) : "")
    }
}
