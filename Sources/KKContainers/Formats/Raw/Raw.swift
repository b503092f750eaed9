internal import KKPCM

extension ContainerFormat {
    /// Samples and nothing else, of which a reader must be told what they are (``RawFormat``).
    static let raw = ContainerFormat(
        kinds: [Kind(type: .raw, typeID: "raw ", name: "raw PCM")],
        outputs: [
            Output(
                container: .raw, name: "raw PCM", extensions: ["raw", "pcm"], encodings: Encoding.riff,
                header: { format, _, _, _ in RawHeader(dataFormat: format) })
        ])
}
