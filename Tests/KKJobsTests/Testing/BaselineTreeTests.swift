import Foundation
import KKMixing
import KKTestSupport
import Testing

/// What leads into the project leads into the other revision.
@Suite struct BaselineTreeTests {
    private let folder: ScratchFolder
    private let tree: BaselineTree

    init() throws {
        folder = try ScratchFolder()
        for path in ["p/bin", "p g", "there/bin", "x/p"] {
            try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
        }
        try folder.write([], to: "p/bin/synth")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "p/bin")
        tree = BaselineTree(
            revision: "HEAD", project: FilePath(folder.root + "/p"), place: FilePath(folder.root + "/there"))
    }

    /// `@` stands for the folder of both trees.
    @Test(arguments: [
        ("@/p/bin/synth {output}", "@/there/bin/synth {output}"), ("a @/p/", "a @/there/"), ("//@/p", "//@/there"),
        ("cd @/p && ./bin/synth", "cd @/there && ./bin/synth"), ("@/p/a b", "@/there/a b"),
        ("R=@/p; \"$R/bin/synth\"", "R=@/there; \"$R/bin/synth\""),
        ("DIRS=\"@/p @/p/bin\"", "DIRS=\"@/there @/there/bin\""),
        ("cc -I@/p/bin -isystem@/p -L@/p x.c", "cc -I@/there/bin -isystem@/there -L@/there x.c"),
        ("@/link/synth >@/p/none", "@/there/bin/synth >@/there/none"), ("'@/p/a b'", "'@/there/a b'"),
        ("--in=@/p/a b", "--in=@/there/a b"), ("/bin:@/p/bin:@/p", "/bin:@/there/bin:@/there"),
        (
            "x='import sys; sys.path[:0]=[\"@/p\", r\"@/p\"]'",
            "x='import sys; sys.path[:0]=[\"@/there\", r\"@/there\"]'"
        ),
        ("-DBANK='\"@/p/bin\"' \"-DBANK=\\\"@/p\\\"\"", "-DBANK='\"@/there/bin\"' \"-DBANK=\\\"@/there\\\"\""),
        (
            "${S:-@/p/s} ${S-@/p} {@/p,@/p/bin} tar @/p",
            "${S:-@/there/s} ${S-@/there} {@/there,@/there/bin} tar @/there"
        ),
        ("file://@/p/bin {\"bank\": \"@/p\"}", "file://@/there/bin {\"bank\": \"@/there\"}"),
        ("\"--in=@/p g/a\"", "\"--in=@/p g/a\""), ("@/p g/a @/p/bin", "@/p g/a @/there/bin"),
        ("@/p/../x @/p/../p/bin", "@/p/../x @/there/bin"),
        ("@/p2 @/x/p /x@/p p/bin ../@/p", "@/p2 @/x/p /x@/p p/bin ../@/p"),
        ("$R@/p {dir}@/p \"$R\"@/p *@/p -o../@/p", "$R@/p {dir}@/p \"$R\"@/p *@/p -o../@/p"),
        ("https:/@/p s3:/@/p ~@/p `x`@/p", "https:/@/p s3:/@/p ~@/p `x`@/p"), ("@/there/bin", "@/there/bin"),
    ])
    func `a text names the other tree`(text: String, moved: String) {
        #expect(tree.moved(text: here(text)) == here(moved))
    }

    /// `make PREFIX=…` in such a folder wrote the other revision's files over the user's.
    @Test func `a project's name may have a blank`() {
        let tree = BaselineTree(
            revision: "HEAD", project: FilePath(folder.root + "/p g"), place: FilePath(folder.root + "/there"))
        for (text, moved) in [
            ("make \"PREFIX=@/p g/out\"", "make \"PREFIX=@/there/out\""), ("'@/p g' @/p", "'@/there' @/p"),
            ("a '@/p g/b' '@/p g/c'", "a '@/there/b' '@/there/c'"),
            ("PREFIX=@/p\\ g/out -I@/p\\ g", "PREFIX=@/there/out -I@/there"),
        ] {
            #expect(tree.moved(text: here(text)) == here(moved))
        }
    }

    @Test(arguments: ["Dropbox (Personal)", "R&D", "a,b", "C#", "g=1", "a:b", "g$1", "x y"])
    func `a project's name may be any`(name: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("\(name)/g/bin"), withIntermediateDirectories: true)
        let tree = BaselineTree(
            revision: "HEAD", project: FilePath("\(folder.root)/\(name)/g"), place: FilePath(folder.root + "/there"))
        for text in ["@/\(name)/g/bin", "--bank=@/\(name)/g", "'@/\(name)/g' \"@/\(name)/g/bin\""] {
            #expect(tree.moved(text: here(text)) == here(text.replacing("\(name)/g", with: "there")))
        }
    }

    @Test func `a folder beside the project that is called like it, and more, is another`() throws {
        for name in ["p (old)", "p data", "p,old", "p=1", "p#"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
            let text = here("cat \"@/\(name)/f\"")
            #expect(tree.moved(text: text) == text)
        }
        #expect(tree.moved(text: here("@/p\\ data/f @/p$V/f")) == here("@/p\\ data/f @/p$V/f"))
    }

    /// The names are looked for where the other revision has them, and not what the link leads to now.
    @Test func `a link that led elsewhere is followed as it was`() throws {
        let manager = FileManager.default
        for side in ["p", "there"] {
            for name in ["a1", "a2"] {
                try manager.createDirectory(
                    atPath: folder.path("\(side)/\(name)"), withIntermediateDirectories: true)
            }
            try manager.createSymbolicLink(
                atPath: folder.path("\(side)/cur"), withDestinationPath: side == "p" ? "a2" : "a1")
            try manager.createSymbolicLink(
                atPath: folder.path("\(side)/own"), withDestinationPath: folder.path("p/a1"))
        }
        #expect(tree.moved(FilePath(folder.path("p/cur"))).text == folder.path("there/cur"))
        #expect(tree.moved(FilePath(folder.path("p/own"))).text == folder.path("there/a1"))
        #expect(tree.moved(text: here("@/p/cur @/p/own @/p/../p/cur")) == here("@/there/cur @/there/a1 @/there/cur"))
    }

    @Test func `a long text costs no more than its length`() {
        for text in ["/", "/a", "\"/", "-/", "\\\"a"].map({ String(repeating: $0, count: 1 << 12) }) {
            #expect(tree.moved(text: text) == text)
        }
    }

    private func here(_ text: String) -> String { text.replacing("@", with: folder.root) }
}
