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
        for path in ["p/bin", "there/bin", "x/p"] {
            try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
        }
        try folder.write([], to: "p/bin/synth")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "p/bin")
        tree = BaselineTree(
            revision: "HEAD", project: FilePath(folder.root + "/p"), place: FilePath(folder.root + "/there"))
    }

    /// `@` stands for the folder of both trees. Only a path with a slash behind the project was found.
    @Test(arguments: [
        ("@/p/bin/synth {output}", "@/there/bin/synth {output}"),
        ("cd @/p && ./bin/synth", "cd @/there && ./bin/synth"),
        ("R=@/p; \"$R/bin/synth\"", "R=@/there; \"$R/bin/synth\""),
        ("cc -I@/p/bin -L@/p x.c", "cc -I@/there/bin -L@/there x.c"),
        ("@/link/synth >@/p/none", "@/there/bin/synth >@/there/none"), ("'@/p/a b'", "'@/there/a b'"),
        ("@/p2 @/x/p /x@/p p/bin ../@/p", "@/p2 @/x/p /x@/p p/bin ../@/p"), ("@/there/bin", "@/there/bin"),
        ("$R@/p {dir}@/p \"$R\"@/p *@/p -o../@/p", "$R@/p {dir}@/p \"$R\"@/p *@/p -o../@/p"),
        ("https:/@/p '@/p old/mk'", "https:/@/p '@/p old/mk'"),
    ])
    func `a shell line names the other tree`(text: String, moved: String) {
        #expect(tree.moved(text: here(text), isLine: true) == here(moved))
    }

    @Test(arguments: [
        ("@/p/bin", "@/there/bin"), ("@/p old/mk", "@/p old/mk"), ("--in=@/p/a b", "--in=@/there/a b"),
        ("/bin:@/p/bin:@/p", "/bin:@/there/bin:@/there"), ("s3:/@/p", "s3:/@/p"), ("a @/p", "a @/p"),
    ])
    func `a word or a value names the other tree`(text: String, moved: String) {
        #expect(tree.moved(text: here(text)) == here(moved))
    }

    @Test func `a long text costs no more than its length`() {
        for text in [String(repeating: "/", count: 1 << 20), String(repeating: "/a", count: 1 << 19)] {
            #expect(tree.moved(text: text) == text && tree.moved(text: text, isLine: true) == text)
        }
    }

    private func here(_ text: String) -> String { text.replacing("@", with: folder.root) }
}
