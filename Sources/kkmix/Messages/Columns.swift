extension String {
    /// With spaces after it up to a number of columns, and at least `gap` of them.
    func left(_ width: Int, gap: Int = 0) -> String {
        self + String(repeating: " ", count: max(gap, width - count))
    }

    /// The same with the spaces before it.
    func right(_ width: Int, gap: Int = 0) -> String {
        String(repeating: " ", count: max(gap, width - count)) + self
    }
}
