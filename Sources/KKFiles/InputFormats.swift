/// What can be read, for the tables of the program.
public enum InputFormats {
    /// A family of files.
    public struct Row: Sendable {
        /// The names of the containers, or of the standard: `AIFF, AIFF-C`.
        public let name: String
        /// Who parses and decodes it.
        public let reader: String
        /// The encodings, as ``FileProperties/encodingName`` has them.
        public let encodings: String
        /// Fixtures that show each container, for the test of this table.
        let examples: [String]
    }

    /// Everything that can be read: what `kkmix formats` prints.
    public static let table: [Row] = [
        Row(
            name: "WAV, RIFX, RF64, BW64, Wave64", reader: "kkmix", encodings: "u8 s16 s24 s32 f32 f64 ulaw alaw",
            examples: [
                "tone-u8.wav", "tone-s16.wav", "tone-s24.wav", "tone-s32.wav", "tone-f32.wav", "tone-f64.wav", "tone-ulaw.wav", "tone-alaw.wav",
                "tone-rifx.wav", "tone-rf64.wav", "tone-bw64.wav", "tone-s16.w64",
            ]),
        Row(
            name: "WAV with ADPCM or GSM", reader: "libsndfile", encodings: "ms-adpcm ima-adpcm gsm",
            examples: ["codec-ms.wav", "codec-ima.wav", "codec-gsm.wav"]),
        Row(name: "WAV with MPEG audio", reader: "libmpg123", encodings: "mp1 mp2 mp3", examples: ["mpeg-in-wav.wav"]),
        Row(
            name: "AIFF, AIFF-C", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw sowt",
            examples: ["tone-s16.aiff", "tone-s24.aiff", "tone-sowt.aifc", "tone-fl32.aifc", "tone-ulaw.aifc", "tone-alaw.aifc"]),
        Row(
            name: "CAF", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw",
            examples: ["tone-s16-be.caf", "tone-s16-le.caf", "tone-s24-le.caf", "tone-f32-be.caf"]),
        Row(
            name: "CAF with ALAC or IMA4", reader: "kkmix", encodings: "alac ima-adpcm",
            examples: ["codec-alac.caf", "music-alac.caf", "codec-ima4.caf"]),
        Row(name: "CAF with FLAC", reader: "libFLAC", encodings: "flac", examples: ["codec-flac.caf"]),
        Row(name: "CAF with Opus", reader: "libopus", encodings: "opus", examples: ["codec-opus.caf"]),
        Row(name: "CAF with MPEG audio", reader: "libmpg123", encodings: "mp1 mp2 mp3", examples: ["mpeg-in-caf.caf"]),
        Row(
            name: "MPEG-1, MPEG-2, MPEG-2.5, layers I to III", reader: "libmpg123", encodings: "mp1 mp2 mp3",
            examples: ["mpeg-layer1.mp3", "mpeg-layer2.mp3", "music.mp3", "mpeg-mpeg2.mp3", "mpeg-mpeg25-8k.mp3"]),
        Row(
            name: "FLAC", reader: "libsndfile", encodings: "flac of 8, 16 and 24 bits", examples: ["codec-16.flac", "codec-24.flac"]),
        Row(name: "Ogg", reader: "libsndfile", encodings: "vorbis opus", examples: ["music.ogg", "music.opus"]),
        Row(
            name: "AU", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw",
            examples: ["codec-s16be.au", "codec-s24be.au", "codec-f32be.au", "codec-mulaw.au", "codec-alaw.au"]),
    ]
}
