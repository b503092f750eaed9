/// Numbers that people type, the same in every locale.
extension Double {
    /// A plain decimal number without sign, exponent or spaces: `1`, `0.5`, `.5`.
    public init?(decimal text: some StringProtocol) {
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }.count
        let dots = text.utf8.filter { $0 == 0x2E }.count
        guard digits > 0, digits <= 40, dots <= 1, digits + dots == text.utf8.count, let value = Double(String(text))
        else { return nil }
        self = value
    }

    /// The same, with an optional sign.
    public init?(signedDecimal text: some StringProtocol) {
        switch text.first {
        case "-", "−":
            guard let magnitude = Double(decimal: text.dropFirst()) else { return nil }
            self = -magnitude
        case "+": self.init(decimal: text.dropFirst())
        default: self.init(decimal: text)
        }
    }
}

extension FixedWidthInteger {
    /// Only decimal digits.
    public init?(digits text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Self(text) else {
            return nil
        }
        self = value
    }
}
