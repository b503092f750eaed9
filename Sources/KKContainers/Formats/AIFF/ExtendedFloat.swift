extension Fields {
    /// The 80-bit extended number of SANE and IEEE 754 (`1 + 15 + 64` bits, the integer bit explicit) in which AIFF
    /// keeps its sample rate.
    ///
    /// - Returns: `nil` for a number that is not a rate: negative, below 1, above 2³¹, infinite, not normalized.
    func extendedFloat(_ offset: Int) -> Double? {
        guard let head = uint16(offset), let mantissa = uint64(offset + 2) else { return nil }
        let exponent = Int(head) - 16383
        guard (0...31).contains(exponent), mantissa >> 63 == 1 else { return nil }
        // mantissa · 2^(exponent − 63): a power of two is exact, so the only rounding is that of 64 bits to 53.
        return Double(mantissa) * Double(bitPattern: UInt64(1023 + exponent - 63) << 52)
    }
}
