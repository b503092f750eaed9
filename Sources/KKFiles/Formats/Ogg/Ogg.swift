internal import KKPCM

extension ContainerFormat {
    /// Ogg (RFC 3533) with Vorbis or Opus.
    static let ogg = ContainerFormat(
        kinds: [Kind(type: .ogg, typeID: "Oggf", name: "Ogg")],
        signature: { head in head.has("OggS", at: 0) ? .ogg : nil },
        decode: { (source, probe, _) throws(AudioFileError) in
            let decoder = try OggDecoder(source, start: probe.start)
            return (decoder, decoder.properties)
        },
        inputs: [
            InputFormats.Row(name: "Ogg", reader: "libvorbis", encodings: "vorbis"),
            InputFormats.Row(name: "Ogg Opus", reader: "libopus", encodings: "opus"),
        ],
        outputs: [
            Output(
                container: .ogg, name: "Ogg", extensions: ["ogg", "oga"], encodings: [.vorbis, .opus], standard: .vorbis
            ),
            Output(container: .opus, name: "Ogg Opus", extensions: ["opus"], encodings: [.opus], standard: .opus),
        ])
}
