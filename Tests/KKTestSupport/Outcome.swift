/// The text of the failure that `body` throws.
public func text(_ body: () throws -> Void) -> String {
    do {
        try body()
        return "no error"
    } catch {
        return "\(error)"
    }
}

/// Samples as what they are stored as, so that equal means the same bits: −0 is not 0, and a NaN is itself.
public func bits(_ channels: [[Float]]) -> [[UInt32]] { channels.map { $0.map(\.bitPattern) } }
