internal import KKPCM

extension ContainerFormat {
    /// WavPack 4 and 5, of which a hybrid file is read without its correction file.
    static let wavPack = ContainerFormat(
        kinds: [Kind(type: .wavpack, typeID: .wavPack, name: "WavPack", extensions: ["wv"])],
        signature: { head in head.has("wvpk", at: 0) ? .wavpack : nil },
        notes: { (source, probe, _) throws(AudioFileError) in try WavPackNotes(source, start: probe.start) },
        inputs: [
            InputFormats.Row(
                name: "WavPack", reader: "libwavpack", encodings: "f32, wavpack of 8, 16, 20, 24 and 32 bits")
        ],
        outputs: [
            Output(
                container: .wavpack, name: "WavPack", extensions: ["wv"], encodings: [.s16, .s24, .s32, .f32],
                texts: .any,
                notes: NotePlaces(names: [.pictures: "Cover Art (Front)"], tags: .ape, repeatsPictureKinds: false) {
                    APETags.name(of: $0)
                })
        ])
}
