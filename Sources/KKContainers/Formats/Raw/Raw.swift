internal import KKPCM

extension ContainerFormat {
    /// Samples and nothing else; it is written, and not read.
    static let raw = ContainerFormat(outputs: [
        Output(
            container: .raw, name: "raw PCM", extensions: ["raw", "pcm"], encodings: Encoding.riff,
            header: { format, _, _ in RawHeader(dataFormat: format) })
    ])
}
