/// What can be read, for the tables of the program.
public enum InputFormats {
    public struct Row: Sendable {
        public let name: String
        /// Who parses and decodes it.
        public let reader: String
        public let encodings: String
    }

    public static let table: [Row] = [
        Row(name: "WAV, RIFX, RF64, BW64, Wave64", reader: "kkmix", encodings: "u8 s16 s24 s32 f32 f64 ulaw alaw"),
        Row(name: "WAV with ADPCM or GSM", reader: "libsndfile", encodings: "ms-adpcm ima-adpcm gsm"),
        Row(name: "AIFF, AIFF-C", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw sowt"),
        Row(name: "CAF", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw"),
        Row(name: "CAF with ALAC", reader: "libsndfile", encodings: "alac"),
        Row(name: "MPEG-1, MPEG-2, MPEG-2.5, layers I to III", reader: "libmpg123", encodings: "mp1 mp2 mp3"),
        Row(name: "FLAC", reader: "libsndfile", encodings: "flac of 8, 16 and 24 bits"),
        Row(name: "Ogg", reader: "libsndfile", encodings: "vorbis opus"),
        Row(name: "AU", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw"),
    ]
}
