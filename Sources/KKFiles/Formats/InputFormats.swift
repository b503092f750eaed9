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
        /// Fixtures of each container and each encoding, for the tests of this table.
        let examples: [String]
        /// Fixtures of more than two channels, of each container; none where two are the most.
        let orders: [String]
    }

    /// Everything that can be read: what `kkmix formats` prints.
    public static let table: [Row] = [
        Row(
            name: "WAV, RIFX, RF64, BW64, Wave64", reader: "kkmix", encodings: "u8 s16 s24 s32 f32 f64 ulaw alaw",
            examples: [
                "tone-u8.wav", "tone-s16.wav", "tone-s24.wav", "tone-s32.wav", "tone-f32.wav", "tone-f64.wav",
                "tone-ulaw.wav", "tone-alaw.wav",
                "tone-rifx.wav", "tone-rf64.wav", "tone-bw64.wav", "tone-s16.w64",
            ],
            orders: [
                "channels-6.wav", "channels-8.wav", "channels-6-rifx.wav", "channels-6-rf64.wav", "channels-8-rf64.wav",
                "channels-6-bw64.wav",
                "channels-6.w64", "channels-8.w64",
            ]),
        Row(
            name: "WAV with ADPCM or GSM", reader: "libsndfile", encodings: "ms-adpcm ima-adpcm gsm",
            examples: ["codec-ms.wav", "codec-ima.wav", "codec-gsm.wav"], orders: []),
        Row(
            name: "WAV with MPEG audio", reader: "libmpg123", encodings: "mp1 mp2 mp3",
            examples: ["mpeg-layer1-in.wav", "mpeg-layer2-in.wav", "mpeg-in-wav.wav"], orders: []),
        Row(
            name: "AIFF, AIFF-C", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw sowt",
            examples: [
                "tone-s8.aiff", "tone-s16.aiff", "tone-s24.aiff", "tone-s32.aiff", "tone-fl32.aifc", "tone-fl64.aifc",
                "tone-ulaw.aifc", "tone-alaw.aifc",
                "tone-sowt.aifc",
            ],
            orders: ["channels-6.aiff", "channels-8.aiff", "channels-6.aifc"]),
        Row(
            name: "CAF", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw",
            examples: [
                "tone-s8.caf", "tone-s16-be.caf", "tone-s16-le.caf", "tone-s24-le.caf", "tone-s32-le.caf",
                "tone-f32-be.caf", "tone-f64-be.caf",
                "tone-ulaw.caf", "tone-alaw.caf",
            ],
            orders: ["channels-6.caf", "channels-8.caf", "channels-6-itu.caf"]),
        Row(
            name: "CAF with ALAC", reader: "kkmix", encodings: "alac of 16, 20, 24 and 32 bits",
            examples: [
                "codec-alac.caf", "music-alac.caf", "codec-alac-20.caf", "codec-alac-24.caf", "codec-alac-32.caf",
            ],
            orders: ["channels-6-alac.caf", "channels-8-alac.caf"]),
        Row(
            name: "CAF and AIFF-C with IMA4", reader: "kkmix", encodings: "ima-adpcm",
            examples: ["codec-ima4.caf", "codec-ima4.aifc"], orders: []),
        Row(
            name: "CAF with FLAC", reader: "libFLAC", encodings: "flac", examples: ["codec-flac.caf"],
            orders: ["channels-6-flac.caf"]),
        Row(
            name: "CAF with Opus", reader: "libopus", encodings: "opus", examples: ["codec-opus.caf"],
            orders: ["channels-6-opus.caf"]),
        Row(
            name: "CAF with MPEG audio", reader: "libmpg123", encodings: "mp1 mp2 mp3",
            examples: ["mpeg-layer1-in.caf", "mpeg-layer2-in.caf", "mpeg-in-caf.caf"], orders: []),
        Row(
            name: "MPEG-1, MPEG-2, MPEG-2.5, layers I to III", reader: "libmpg123", encodings: "mp1 mp2 mp3",
            examples: ["mpeg-layer1.mp3", "mpeg-layer2.mp3", "music.mp3", "mpeg-mpeg2.mp3", "mpeg-mpeg25-8k.mp3"],
            orders: []),
        Row(
            name: "FLAC", reader: "libFLAC", encodings: "flac of 8, 16 and 24 bits",
            examples: ["tone-8.flac", "codec-16.flac", "codec-24.flac"],
            orders: ["channels-6.flac", "channels-8.flac"]),
        Row(
            name: "Ogg", reader: "libvorbis", encodings: "vorbis", examples: ["music.ogg"],
            orders: ["channels-6.ogg", "channels-8.ogg"]),
        Row(
            name: "Ogg Opus", reader: "libopus", encodings: "opus", examples: ["music.opus"],
            orders: ["channels-6.opus", "channels-8.opus"]),
        Row(
            name: "AU", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw",
            examples: [
                "tone-s8.au", "codec-s16be.au", "codec-s24be.au", "tone-s32.au", "codec-f32be.au", "tone-f64.au",
                "codec-mulaw.au", "codec-alaw.au",
            ],
            orders: ["channels-6.au"]),
    ]
}
