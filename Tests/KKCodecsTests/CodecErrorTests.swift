import KKCodecs
import KKPCM
import Testing

struct CodecErrorTests {
    @Test("An error names the format and keeps the library's own words")
    func words() {
        let error = CodecError(format: ".mp3", "the packet is no frame", cause: "mpg123_decode_frame: bad header")
        #expect(error.place == "'.mp3'")
        #expect(error.problem == "the packet is no frame (mpg123_decode_frame: bad header)")
    }
}
