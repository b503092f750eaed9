import KKMath
import Testing

@Suite struct MD5Tests {
    private static func text(_ parts: [ArraySlice<UInt8>]) -> String {
        var sum = MD5()
        for part in parts { sum.add(part.span) }
        return sum.value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// RFC 1321, A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ]) func `the sums of the specification`(text: String, sum: String) {
        #expect(Self.text([Array(text.utf8)[...]]) == sum)
    }

    /// Around the ends of blocks, where the padding takes one more; the sum of all sums is coreutils'.
    @Test func `as many bytes as may be, however they are cut`() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * $0 + 7) }
        var all = ""
        for count in 0...bytes.count {
            let whole = Self.text([bytes[..<count]])
            for cut in [1, 55, 64, 65, 128] where cut < count {
                #expect(Self.text([bytes[..<cut], bytes[cut..<count]]) == whole, "\(cut) of \(count)")
            }
            all += whole
        }
        #expect(Self.text([Array(all.utf8)[...]]) == "2b00f51b3277141e856b17c1fe6c2c63")
    }
}
