@testable import KKFiles

/// Fixtures of each container and each encoding of the rows of what can be read. A row that is not here has none, and
/// fails the tests of the table.
extension InputFormats.Row {
    var examples: [String] { Self.fixtures[name]?.examples ?? [] }

    /// Fixtures of more than two channels, of each container; none where two are the most.
    var orders: [String] { Self.fixtures[name]?.orders ?? [] }

    private static let fixtures: [String: (examples: [String], orders: [String])] = [
        "WAV, RIFX, RF64, BW64": (
            [
                "tone-u8.wav", "tone-s16.wav", "tone-s24.wav", "tone-s32.wav", "tone-f32.wav", "tone-f64.wav",
                "tone-ulaw.wav", "tone-alaw.wav", "tone-rifx.wav", "tone-rf64.wav", "tone-bw64.wav",
            ],
            [
                "channels-6.wav", "channels-8.wav", "channels-6-rifx.wav", "channels-6-rf64.wav", "channels-8-rf64.wav",
                "channels-6-bw64.wav",
            ]
        ),
        "WAV with ADPCM or GSM": (
            ["codec-ms.wav", "codec-ima.wav", "codec-g721.wav", "codec-nms.wav", "codec-gsm.wav"], []
        ),
        "WAV with MPEG audio": (["mpeg-layer1-in.wav", "mpeg-layer2-in.wav", "mpeg-in-wav.wav"], []),
        "Wave64": (
            [
                "tone-u8.w64", "tone-s16.w64", "tone-s24.w64", "tone-s32.w64", "tone-f32.w64", "tone-f64.w64",
                "tone-ulaw.w64", "tone-alaw.w64",
            ], ["channels-6.w64", "channels-8.w64"]
        ),
        "AIFF, AIFF-C": (
            [
                "tone-u8.aifc", "tone-s8.aiff", "tone-s16.aiff", "tone-s24.aiff", "tone-s32.aiff", "tone-fl32.aifc",
                "tone-fl64.aifc", "tone-ulaw.aifc", "tone-alaw.aifc", "tone-sowt.aifc",
            ], ["channels-6.aiff", "channels-8.aiff", "channels-6.aifc"]
        ),
        "AIFF-C with IMA4": (["codec-ima4.aifc"], []),
        "AIFF-C with GSM or DWVW": (["codec-gsm.aifc", "codec-dwvw.aifc"], []),
        "AIFF-C with MPEG audio": (["mpeg-layer1-in.aifc", "mpeg-layer2-in.aifc", "mpeg-in.aifc"], []),
        "CAF": (
            [
                "tone-s8.caf", "tone-s16-be.caf", "tone-s16-le.caf", "tone-s24-le.caf", "tone-s32-le.caf",
                "tone-f32-be.caf", "tone-f64-be.caf", "tone-ulaw.caf", "tone-alaw.caf",
            ], ["channels-6.caf", "channels-8.caf", "channels-6-itu.caf"]
        ),
        "CAF with ALAC": (
            ["codec-alac.caf", "music-alac.caf", "codec-alac-20.caf", "codec-alac-24.caf", "codec-alac-32.caf"],
            ["channels-6-alac.caf", "channels-8-alac.caf"]
        ),
        "CAF with IMA4": (["codec-ima4.caf"], []),
        "CAF with FLAC": (["codec-flac.caf"], ["channels-6-flac.caf"]),
        "CAF with Opus": (["codec-opus.caf"], ["channels-6-opus.caf"]),
        "CAF with AAC": (["music-aac.caf", "doubled-he-aac.caf", "parametric-he-aac.caf"], ["channels-6-aac.caf"]),
        "CAF with AC-3 or E-AC-3": (
            ["music-ac3.caf", "music-eac3.caf"], ["channels-6-ac3.caf", "channels-6-eac3.caf"]
        ),
        "CAF with iLBC": (["codec-ilbc.caf"], []),
        "M4A, MP4, MOV with AAC": (
            [
                "music.m4a", "music-aac.mp4", "music-aac.mov", "doubled-he-aac.m4a", "parametric-he-aac.m4a",
                "music-he-aac.m4a", "music-he-aac-v2.m4a",
            ],
            ["channels-6-aac.m4a", "channels-6-aac.mp4", "channels-6-aac.mov"]
        ),
        "MP4 with AC-3 or E-AC-3": (
            ["music-ac3.mp4", "music-eac3.mp4"], ["channels-6-ac3.mp4", "channels-6-eac3.mp4"]
        ),
        "ADTS": (["music.aac"], ["channels-6.aac"]),
        "AC-3, E-AC-3": (["music.ac3", "music.eac3"], ["channels-6.ac3", "channels-6.eac3"]),
        "AMR": (["speech.amr", "speech.awb"], []),
        "3GP with AMR": (["speech-amr.3gp", "speech-awb.3gp"], []),
        "CAF with MPEG audio": (["mpeg-layer1-in.caf", "mpeg-layer2-in.caf", "mpeg-in-caf.caf"], []),
        "M4A, M4B, MP4, MOV, 3GP, 3G2 with ALAC": (
            [
                "codec-alac.m4a", "codec-alac-front.m4a", "codec-alac-24.m4a", "codec-alac.m4b",
                "codec-alac-fragments.mp4", "codec-alac.mov", "codec-alac.3gp", "codec-alac.3g2",
            ],
            [
                "channels-6.m4a", "channels-6-alac.m4b", "channels-6-alac.mp4", "channels-6-alac.mov",
                "channels-6-alac.3gp", "channels-6-alac.3g2",
            ]
        ),
        "MP4 with FLAC": (["codec-flac.mp4"], ["channels-6.mp4"]),
        "MP4 with Opus": (["codec-opus.mp4"], ["channels-6-opus.mp4"]),
        "MP4, MOV with MPEG audio": (["codec-mp2.mp4", "codec-mp3.mp4", "codec-mp3.mov"], []),
        "MOV": (
            [
                "tone-u8.mov", "tone-s8.mov", "tone-s16.mov", "tone-s24.mov", "tone-s32.mov", "tone-f32.mov",
                "tone-f64.mov", "tone-ulaw.mov", "tone-alaw.mov",
            ], ["channels-6.mov"]
        ),
        "MOV with IMA4": (["codec-ima4.mov"], []),
        "MP4 with Vorbis or DTS": (["codec-vorbis.mp4", "codec-dts.mp4"], ["channels-6-vorbis.mp4"]),
        "Matroska with DTS, TrueHD, WavPack or TTA": (
            ["codec-dts.mka", "codec-truehd.mka", "codec-wavpack.mka", "codec-tta.mka"],
            ["channels-6-dts.mka", "channels-6-truehd.mka", "channels-6-wavpack.mka", "channels-6-tta.mka"]
        ),
        "Matroska, WebM with Opus": (
            ["codec-opus.mka", "codec-opus.webm"], ["channels-6-opus.mka", "channels-6-opus.webm"]
        ),
        "Matroska, WebM with Vorbis": (
            ["codec-vorbis.mka", "codec-vorbis.webm"], ["channels-6-vorbis.mka", "channels-6-vorbis.webm"]
        ),
        "Matroska with FLAC": (["codec-flac.mka", "codec-chapters.mka"], ["channels-6-flac.mka"]),
        "Matroska with ALAC": (["codec-alac.mka"], ["channels-6-alac.mka"]),
        "Matroska with AAC, AC-3 or E-AC-3": (
            ["music-stripped.mka", "codec-aac.mka", "codec-ac3.mka", "codec-eac3.mka"],
            ["channels-6-aac.mka", "channels-6-ac3.mka", "channels-6-eac3.mka"]
        ),
        "ASF": (["codec-wma1.wma", "codec-wma2.wma"], []),
        "MPEG-TS, MPEG-PS": (
            ["codec-aac.ts", "codec-mp2.ts", "codec-ac3.mpg"], ["channels-6-ac3.ts", "channels-6-ac3.mpg"]
        ),
        "AVI": (["codec-s16.avi", "codec-mp3.avi"], ["channels-6.avi"]),
        "FLV": (["codec-mp3.flv"], []),
        "TTA": (["codec-tta.tta"], ["channels-6.tta"]),
        "DTS": (["codec-dts.dts"], ["channels-6-dts.dts"]),
        "LATM": (["codec-aac.latm"], ["channels-6-aac.latm"]),
        "Matroska with MPEG audio": (["codec-mp2.mka", "codec-mp3.mka"], []),
        "Matroska": (
            ["tone-u8.mka", "tone-s16.mka", "tone-s24.mka", "tone-s32.mka", "tone-f32.mka", "tone-f64.mka"],
            ["channels-6.mka"]
        ),
        "MPEG-1, MPEG-2, MPEG-2.5, layers I to III": (
            ["mpeg-layer1.mp3", "mpeg-layer2.mp3", "music.mp3", "mpeg-mpeg2.mp3", "mpeg-mpeg25-8k.mp3"], []
        ),
        "FLAC": (["tone-8.flac", "codec-16.flac", "codec-24.flac"], ["channels-6.flac", "channels-8.flac"]),
        "Ogg": (["music.ogg"], ["channels-6.ogg", "channels-8.ogg"]),
        "Ogg Opus": (["music.opus"], ["channels-6.opus", "channels-8.opus"]),
        "Ogg with FLAC": (["tone-8.oga", "codec-16.oga", "codec-24.oga"], ["channels-6.oga", "channels-8.oga"]),
        "Ogg with Speex": (["speech-speex.ogg"], []),
        "WavPack": (
            ["tone-8.wv", "tone-16.wv", "tone-20.wv", "tone-24.wv", "tone-32.wv", "tone-f32.wv"], ["channels-6.wv"]
        ),
        "AU": (
            [
                "tone-s8.au", "codec-s16be.au", "codec-s24be.au", "tone-s32.au", "codec-f32be.au", "tone-f64.au",
                "codec-mulaw.au", "codec-alaw.au",
            ], ["channels-6.au"]
        ),
        "AU with G.721 or G.723": (["codec-g721.au", "codec-g723.au"], []),
    ]
}
