import Foundation
import KKTestSupport
import Testing

/// What a visitor sees first: a failing regression, its lines and its picture.
@Suite struct FirstScreenTests {
    @Test func `the README's regression is what kkmix test prints, and its picture what it draws`() throws {
        let readme = try String(contentsOfFile: "\(Fixtures.root)/README.md", encoding: .utf8)
        let folder = try ScratchFolder()
        let run = try CommandRun.shell(
            "'\(Fixtures.root)/scripts/renew-regression' \"$KKMIX\" regression.png", in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        let shown = try #require(
            readme.range(of: "```text\n").flatMap { start in
                readme.range(of: "```", range: start.upperBound..<readme.endIndex).map {
                    readme[start.upperBound..<$0.lowerBound]
                }
            })
        #expect(run.outputText == shown)
        #expect(readme.contains("(docs/regression.png)"))
        #expect(try PNGPixels(folder.path("regression.png")) == PNGPixels("\(Fixtures.root)/docs/regression.png"))
    }
}
