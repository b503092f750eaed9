import Foundation

/// Whether samples are the same to the bit, in one step: looked at one by one they take a debug build longer than to
/// make them.
public func haveSameBits(_ one: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Bool {
    guard one.count == other.count else { return false }
    return unsafe one.withUnsafeBytes { first in
        unsafe other.withUnsafeBytes { second in
            guard let start = first.baseAddress, let other = second.baseAddress else { return true }
            return unsafe memcmp(start, other, first.count) == 0
        }
    }
}
