internal import KKPCM

extension ContainerFormat {
    /// Sounds that are made instead of read (``Stimulus``): named like files, and never found in one.
    static let stimulus = ContainerFormat(kinds: [Kind(type: .synth, typeID: "synt", name: "synth")])
}
