internal import KKPCM

extension ContainerFormat {
    /// Sun and NeXT sound files.
    static let au = ContainerFormat(
        kinds: [
            Kind(
                type: .au, typeID: ID.next, name: "AU", extensions: ["au", "snd"], formats: Kind.linear, family: .au,
                hasLongSizes: true, statesDataOffset: true)
        ],
        signature: { head in head.has(".snd", at: 0) || head.has("dns.", at: 0) ? .au : nil },
        parser: AUParser.self,
        content: Container.chunked,
        inputs: [InputFormats.Row(name: "AU", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw")],
        outputs: [
            Output(
                container: .au, name: "AU", extensions: ["au", "snd"], encodings: Encoding.signed, isBigEndian: true,
                header: { format, _, _ in AUHeader(dataFormat: format) })
        ])

    /// Samples and nothing else; it is written, and not read.
    static let raw = ContainerFormat(outputs: [
        Output(
            container: .raw, name: "raw PCM", extensions: ["raw", "pcm"], encodings: Encoding.riff,
            header: { format, _, _ in RawHeader(dataFormat: format) })
    ])
}
