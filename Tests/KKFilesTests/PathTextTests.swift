import Foundation
import Testing

@testable import KKFiles

/// Names of files that are not text.
@Suite struct PathTextTests {
    private func bytes(_ text: String) -> [UInt8] {
        PathText.encode(text).dropLast().map { UInt8(bitPattern: $0) }
    }

    private func pointed(_ text: String) -> [UInt8] {
        unsafe PathText.withPointer(to: text) { name in
            unsafe Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
        }
    }

    @Test func `every byte comes back, alone and beside others`() {
        var wrong: [[UInt8]] = []
        for first in UInt8.min...UInt8.max {
            for rest in [[], [0x41], [0x80], [0xBF, 0xBF, 0xBF], [0xC3], [0xF4, 0x8F, 0xBE, 0x80]] as [[UInt8]] {
                let name = [first] + rest
                let text = PathText.decode(name)
                if bytes(text) != name || !name.contains(0) && pointed(text) != name { wrong.append(name) }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func `a name that is text is that text`() {
        for name in ["a.wav", "ü é 音.wav", "𝄞.wav", "\u{10FF00}.wav", "e\u{301}.wav"] {
            #expect(Array(PathText.decode(Array(name.utf8)).unicodeScalars) == Array(name.unicodeScalars))
            #expect(bytes(name) == Array(name.utf8))
        }
    }

    @Test func `names are one key when they are one to the system`() {
        #expect("caf\u{E9}" == "cafe\u{301}" && FilePath("caf\u{E9}") != FilePath("cafe\u{301}"))
        #expect(Set(["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"].map { FilePath($0) }).count == 2)
        // Two stray bytes that are a letter together.
        #expect(
            FilePath("caf\u{10FFC3}\u{10FFA9}") == FilePath("caf\u{E9}")
                && FilePath("\u{10FFC3}") != FilePath("\u{10FFA9}")
        )
    }

    @Test func `a key is in a folder by its names, not by its letters`() {
        func isIn(_ path: String, _ folder: String) -> Bool { FilePath(path).isIn(FilePath(folder)) }
        #expect(
            isIn("/a/b", "/a") && isIn("/a", "/a") && isIn("/a", "/") && isIn("/a/\u{301}b", "/a") && isIn("a/b", "a/"))
        #expect(
            !isIn("/ab", "/a") && !isIn("/a", "/a/b") && !isIn("/cafe\u{301}/x", "/caf\u{E9}")
                && !isIn("/cafe\u{301}", "/cafe"))
    }

    @Test func `a name that holds the carriers themselves comes back too`() {
        let name = Array("a\u{10FF80}\u{10FFFF}.wav".utf8)
        #expect(bytes(PathText.decode(name)) == name)
    }

    @Test func `a folder is told by the byte of its slash, whatever stands behind it`() {
        #expect(OutputTarget.folder(of: "music/\u{301}.wav") == "music")
        #expect(OutputTarget.folder(of: "/a.wav") == "/")
        #expect(OutputTarget.folder(of: "a.wav") == ".")
    }
}
