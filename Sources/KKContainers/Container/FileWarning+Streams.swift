extension FileWarning {
    /// Streams of sound that run beside the one that is used, and are left out.
    ///
    /// - Parameters:
    ///   - count: how many; `first` is the name of the first of them, and `place` where it begins.
    ///   - isFirst: whether the one that is used is the file's first.
    package static func streams(
        _ count: Int, first: String, besideFirst isFirst: Bool, path: String,
        at place: Int64? = nil
    ) -> FileWarning {
        let what = count == 1 ? "a stream of \(first) is" : "\(count) streams, the first of \(first), are"
        return FileWarning(
            path: path, at: place.map { .byte($0) },
            "\(what) multiplexed with the \(isFirst ? "first one" : "one in use")",
            consequence: isFirst ? "only the first is used" : count == 1 ? "it is left out" : "they are left out")
    }
}
