import Testing

@testable import KKContainers
@testable import KKFiles

@Suite("Tags around packets") struct TagHeaderTests {
    private static let ape = Bytes.text("APETAGEX") + .le(2000, 1000, 3 as UInt32)

    @Test("a tag's first bytes say how long it is")
    func headers() {
        func size(_ bytes: Bytes) -> Int64? { TagHeader((bytes + .zeros(32)).all.span)?.byteCount }
        let id3 = Bytes.text("ID3") + .raw([4, 0])
        #expect(size(id3 + .raw([0, 0, 0, 1, 0x7F])) == 265)
        #expect(size(id3 + .raw([0x10, 0x7F, 0x7F, 0x7F, 0x7F])) == 268_435_475)
        #expect(size(id3 + .raw([0, 0, 0, 0x80, 0])) == nil)
        #expect(size(.text("ID3") + .raw([0xFF, 0, 0, 0, 0, 1, 0])) == nil)
        #expect(size(.text("TAG+Song")) == 227)
        #expect(size(.text("TAGSong")) == 128)
        #expect(size(Self.ape + .le(0xA000_0000 as UInt32)) == 1032)
        #expect(size(Self.ape + .le(0x8000_0000 as UInt32)) == 32)
        let lyrics = TagHeader(Array("LYRICSBEGIN".utf8).span)
        #expect(lyrics?.kind == .lyrics && lyrics?.byteCount == nil)
    }

    @Test("too few bytes are no tag, and are no hindrance")
    func cuts() {
        let whole = (Self.ape + .le(0 as UInt32) + .zeros(8)).all
        for count in 0..<32 { #expect(TagHeader(Array(whole[..<count]).span) == nil) }
        #expect(TagHeader(whole.span)?.kind == .apeFooter)
        for count in 0...128 {
            #expect(TagHeader.trailingByteCount([UInt8](repeating: 0x54, count: count).span) == nil)
        }
    }

    @Test("a tag's last bytes say how long it is")
    func trailers() {
        func size(_ bytes: Bytes) -> Int64? { TagHeader.trailingByteCount(bytes.all.span) }
        #expect(size(.text("TAG") + .zeros(125)) == 128)
        #expect(size(.zeros(96) + Self.ape + .le(0x8000_0000 as UInt32) + .zeros(8)) == 1032)
        #expect(size(.zeros(96) + Self.ape + .le(0 as UInt32) + .zeros(8)) == 1000)
        #expect(size(.zeros(113) + .text("000300LYRICS200")) == 315)
        #expect(size(.zeros(113) + .text("-00300LYRICS200")) == nil)
        #expect(size(.text("00300LYRICS200")) == nil)
    }
}
