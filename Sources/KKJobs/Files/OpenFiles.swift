internal import KKFiles

/// The descriptors that a process has, as far as renders side by side share them.
enum OpenFiles {
    /// Descriptors of the process, and of a render beside its inputs: its output, and what that is held against.
    private static let (kept, perRender) = (16, 16)

    /// Renders for which there are enough descriptors at once; at least one.
    ///
    /// - Parameter inputCount: the most inputs that one of them has.
    static func parallelCount(inputCount: Int) -> Int {
        guard let limit = FileSystem.descriptorLimit else { return .max }
        return max(1, (limit - kept) / (inputCount + perRender))
    }
}
