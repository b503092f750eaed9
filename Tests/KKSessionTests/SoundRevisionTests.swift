import KKAnalysis
import KKMixing
import KKFiles
import KKTestSupport
import Testing

/// That nobody moves a rendered bit and forgets what batches keep.
@Suite struct SoundRevisionTests {
    /// The revision, and the SHA-256 of the recorded goldens' lines in `fixtures/SHA256SUMS`.
    private static let recorded = (
        number: 7, digest: "d940201c9ce2dd12ced80e006eb4eac0a00ed1f37e6eed074b575366c36296a9"
    )

    @Test func `the revision is that of the recorded goldens`() throws {
        let sums = String(
            decoding: try SmallFile.read(FilePath(Fixtures.path("SHA256SUMS")), limit: 1 << 20), as: UTF8.self)
        // A sound beside a card has been recorded.
        let goldens = sums.split(separator: "\n").filter { line in
            let name = line.drop { $0 != " " }.drop { $0 == " " }
            return name.hasPrefix("goldens/") && name.hasSuffix(".wav")
                && (FilePath(Fixtures.path("\(name.dropLast(4)).txt"))).exists
        }
        #expect(goldens.count >= 61)
        let hash = try ByteHash()
        for line in goldens { hash.add(Array("\(line)\n".utf8)) }
        let digest = hash.digest()
        let remedy: Comment = """
            The recorded goldens are others. Where bits moved, raise SoundRevision.number, or batches take what an older kkmix made for what this one would; \
            goldens that are new need no other number. Then put the number and this digest into `recorded`: \(digest)
            """
        #expect(digest == Self.recorded.digest, remedy)
        #expect(SoundRevision.number == Self.recorded.number, remedy)
    }
}
