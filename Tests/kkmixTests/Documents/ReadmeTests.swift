import Foundation
import KKTestSupport
import Testing

/// What the README and the manual say is what the program says.
@Suite struct ReadmeTests {
    /// The README, and after it the pages of the manual that quote the program.
    let readme: String
    /// What stands between fences without a language, in order.
    let blocks: [String]

    init() throws {
        let manual = [
            "mixing", "converting", "formats", "statuses", "pictures", "determinism", "ci", "golden-tests", "batch",
            "comparing", "measuring", "stimuli", "cutting",
        ]
        readme = try (["README.md"] + manual.map { "docs/\($0).md" }).map {
            try String(contentsOfFile: "\(Fixtures.root)/\($0)", encoding: .utf8)
        }.joined()
        var blocks: [String] = []
        var fence: Substring?
        for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if fence == nil {
                    fence = line
                    if line == "```" { blocks.append("") }
                } else {
                    fence = nil
                }
            } else if fence == "```" {
                blocks[blocks.count - 1] += line + "\n"
            }
        }
        self.blocks = blocks
    }

    @Test(arguments: [
        ["formats"], ["statuses"], ["formats", "--settings"], ["formats", "--stimuli"], ["formats", "--layouts"],
        ["formats", "--resampler"],
        ["measure", "--list-profiles"], ["compare", "--list-tolerances"],
    ])
    func `a table of the manual is printed by the program`(arguments: [String]) throws {
        let run = try CommandRun(arguments)
        #expect(run.status == 0)
        for table in run.outputText.components(separatedBy: "\n\n") where table.hasPrefix("|") {
            #expect(
                readme.contains(table.trimmingCharacters(in: .newlines)),
                "kkmix \(arguments.joined(separator: " ")) prints:\n\(table)")
        }
    }

    @Test func `the README is a front page, and its index and the manual's lead to every page`() throws {
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: "\(Fixtures.root)/README.md")[.size] as? Int)
        #expect(size <= 12_000, "\(size) bytes")
        let index = try String(contentsOfFile: "\(Fixtures.root)/docs/README.md", encoding: .utf8)
        let pages = try FileManager.default.contentsOfDirectory(atPath: "\(Fixtures.root)/docs").filter {
            $0.hasSuffix(".md") && $0 != "README.md"
        }
        #expect(pages.count > 20)
        for page in pages { #expect(index.contains("](\(page))"), "docs/README.md does not lead to \(page)") }
    }

    @Test func `no page links to a file or a heading that is not there`() throws {
        let docs = try FileManager.default.contentsOfDirectory(atPath: "\(Fixtures.root)/docs").filter {
            $0.hasSuffix(".md")
        }.map { "docs/\($0)" }
        for page in ["README.md", "ARCHITECTURE.md"] + docs {
            let text = try String(contentsOfFile: "\(Fixtures.root)/\(page)", encoding: .utf8)
            for link in text.matches(of: /\]\(([^)#\s:]*)(?:#([^)\s]+))?\)/) {
                let folder = page.hasPrefix("docs/") ? "docs/" : ""
                let file = link.1.isEmpty ? page : folder + link.1
                guard FileManager.default.fileExists(atPath: "\(Fixtures.root)/\(file)") else {
                    Issue.record("\(page) links to \(link.1)")
                    continue
                }
                guard let heading = link.2 else { continue }
                let target = try String(contentsOfFile: "\(Fixtures.root)/\(file)", encoding: .utf8)
                let headings = target.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                    line.drop { $0 == "#" || $0 == " " }.lowercased().filter {
                        $0.isLetter || $0.isNumber || $0 == " " || $0 == "-"
                    }.replacing(" ", with: "-")
                }
                #expect(headings.contains(String(heading)), "\(page) links to \(link.1)#\(heading)")
            }
        }
    }

    @Test func `the first command's output is the one that is shown`() throws {
        let index = try #require(blocks.firstIndex { $0.contains("scripts/run fixtures/") })
        let shown = try #require(blocks.dropFirst(index + 1).first)
        let words = blocks[index].trimmingCharacters(in: .whitespacesAndNewlines)
            .replacingOccurrences(of: "scripts/run", with: "$KKMIX").replacingOccurrences(
                of: "fixtures/", with: "$FIXTURES/")
        let folder = try ScratchFolder()
        let run = try CommandRun.shell(words, in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.outputText == shown)
    }

    /// `kkmix …` in a block or between backquotes, cut at a pipe; sentences about kkmix and lines of this checkout are
    /// none.
    private var examples: [[String]] {
        let spans = readme.split(separator: "\n").filter { !$0.hasPrefix("|") }.flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map(
                \.element)
        }
        let lines = blocks.flatMap { $0.split(separator: "\n") } + spans
        return lines.flatMap { $0.components(separatedBy: " | ") }.filter { $0.hasPrefix("kkmix ") }
            .map { $0.split(separator: " ").dropFirst().map(String.init) }
    }

    @Test func `every example is a command that kkmix takes`() throws {
        let fixtures = ["mp3": "music.mp3", "wav": "music.wav", "flac": "music.flac", "ogg": "music.ogg"]
        var mixes = 0
        // Those of kkmix test, review and goldens want a manifest: TestRunTests, ReviewTests, GoldenStoreTests and BisectTests run them. Those of kkmix batch want a list: BatchTests and
        // BatchPlanCommandTests have one. Plug-ins are not everywhere: PluginsTests has some.
        for words in examples where !["test", "review", "goldens", "bisect", "batch", "plugins"].contains(words.first) {
            if words.contains(where: { $0.contains("ladspa:") || $0.contains("lv2:") }) { continue }
            var words = words
            // A name of its own: a track may be named by another one.
            let folder = try ScratchFolder()
            for index in words.indices where index == 0 || words[index - 1] != "-o" {
                let isRoom = index > 0 && words[index - 1] == "--reverb"
                let path = words[index].components(separatedBy: isRoom ? ":" : "::")[0]
                guard let fixture = fixtures[(path as NSString).pathExtension] else { continue }
                if path.contains("/") || path.contains("*") {
                    words[index] = Fixtures.path(fixture) + words[index].dropFirst(path.count)
                } else if !FileManager.default.fileExists(atPath: folder.path(path)) {
                    try FileManager.default.copyItem(atPath: Fixtures.path(fixture), toPath: folder.path(path))
                }
            }
            if words.contains("-o") {
                mixes += 1
                words.append("-n")
            }
            let input =
                try words.contains { $0 == "-" || $0.hasPrefix("-::") }
                ? [UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path("music.mp3")))) : nil
            let run = try CommandRun(words, in: folder.root, input: input)
            #expect(run.status == 0, "kkmix \(words.joined(separator: " ")): \(run.errorText)")
        }
        #expect(mixes >= 5 && examples.count >= 9, "\(examples)")
    }

    @Test func `every option of a mix, a conversion, a cut, a joint and a batch has its row`() throws {
        let help = try ["mix", "convert", "concat", "split", "batch"].map { try CommandRun([$0, "--help"]).outputText }
            .joined()
        let options = help.split(separator: "\n").flatMap { line in
            line.hasPrefix("  -")
                ? line.split(separator: " ").filter { $0.hasPrefix("--") }.map { $0.trimmingCharacters(in: [","]) } : []
        }
        let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| `-") }
        for option in options where !["--help", "--version"].contains(option) {
            #expect(
                rows.contains { $0.contains("\(option)`") || $0.contains("\(option) ") },
                "\(option) is not in the manual")
        }
        #expect(options.count > 15)
        for row in rows {
            let option = try #require(row.split(whereSeparator: { " `,".contains($0) }).first { $0.hasPrefix("--") })
            #expect(options.contains(String(option)), "the manual has \(option), kkmix has not")
        }
    }
}
