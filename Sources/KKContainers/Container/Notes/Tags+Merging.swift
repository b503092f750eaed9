extension [FileProperties.Tag] {
    /// These, and behind them what others say under keys that none of these has.
    package func completed(by others: [FileProperties.Tag]) -> Self {
        self + others.filter { other in !contains { $0.key == other.key } }
    }
}
