import AVFAudioCompat
import KKCallTables
import KKTestSupport
import Testing

/// The list of calls is what the sources declare, and docs/avfaudio.md has the list.
@Suite struct ClassTableTests {
    /// The public members of every class, by its name.
    private func declared() throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        let root = "\(Fixtures.root)/Sources/AVFAudioCompat"
        let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
        for file in files where file.hasSuffix(".swift") {
            let lines = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8).split(separator: "\n")
            var type = "", isProtocol = false
            for (number, line) in lines.enumerated() {
                let words = line.split(separator: " ")
                if !line.hasPrefix(" ") {
                    let kinds: Set = ["class", "protocol", "extension", "struct", "enum"]
                    guard let kind = words.firstIndex(where: { kinds.contains(String($0)) }), kind + 1 < words.count
                    else { continue }
                    type = ["struct", "enum"].contains(words[kind]) ? "" : identifier(words[kind + 1])
                    isProtocol = words[kind] == "protocol" && words[0] == "public"
                }
                let isMember = line.hasPrefix("    ") && !line.hasPrefix("     ") && !words.contains("override")
                guard isMember, !type.isEmpty, isProtocol || words.contains("public") || words.contains("open"),
                    let key = words.firstIndex(where: { ["func", "var", "let"].contains($0) || $0.hasPrefix("init") }),
                    !words[0].hasPrefix("//")
                else { continue }
                let isInit = words[key].hasPrefix("init")
                var name = isInit ? "init" : identifier(words[key + 1])
                if isInit || words[key] == "func" {
                    name +=
                        "(" + labels(of: lines[number..<min(lines.count, number + 12)].joined(separator: "\n")) + ")"
                }
                found[type, default: []].insert(name)
            }
        }
        return found
    }

    /// The suites of this room, for their names.
    static func tests() throws -> String {
        let root = "\(Fixtures.root)/Tests/AVFAudioCompatTests"
        return try FileManager.default.contentsOfDirectory(atPath: root).map {
            try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8)
        }.joined()
    }

    private func identifier(_ word: Substring) -> String { String(word.prefix { $0.isLetter || $0.isNumber }) }

    /// The labels of the parameters of a function, from the text that begins with it.
    private func labels(of text: String) -> String {
        var depth = 0, parameter = "", labels = ""
        for character in text {
            if "([{".contains(character) {
                depth += 1
                if depth == 1 { continue }
            }
            if ")]}".contains(character) { depth -= 1 }
            if depth == 0 && character == ")" || depth == 1 && character == "," {
                let words = parameter.split(whereSeparator: { " :\n".contains($0) })
                if let first = words.first { labels += "\(first):" }
                parameter = ""
                if depth == 0 { return labels }
            } else if depth > 0 {
                parameter.append(character)
            }
        }
        return labels
    }

    @Test func `the list has every public call, and no other as there`() throws {
        let declared = try declared()
        for list in CallClass.all {
            let present = list.calls.filter { if case .absent = $0.state { false } else { true } }.map(\.name)
            #expect(Set(present) == declared[list.title] ?? [], "\(list.title)")
            #expect(Set(present).count == present.count, "\(list.title)")
        }
        let listed = Set(CallClass.all.map(\.title))
        #expect(declared.keys.filter { $0.hasPrefix("AV") && !listed.contains($0) }.sorted() == [])
    }

    /// With KKMIX_RENEW in the environment the page is written: `KKMIX_RENEW=1 swift test --filter ClassTable`.
    @Test func `the page has the list`() throws {
        let path = "\(Fixtures.root)/docs/avfaudio.md"
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let words = page.components(separatedBy: "### \(CallClass.all[0].title)\n")[0]
        let renewed = words + CallClass.table + "\n"
        if ProcessInfo.processInfo.environment["KKMIX_RENEW"] != nil {
            try renewed.write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            #expect(page == renewed, "KKMIX_RENEW=1 swift test --filter ClassTable writes it anew")
        }
    }
}
