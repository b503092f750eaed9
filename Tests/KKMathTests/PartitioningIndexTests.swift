import KKMath
import Testing

@Suite struct PartitioningIndexTests {
    @Test func `the first element behind a boundary, or the end`() {
        for count in 0...20 {
            // A slice, whose indices do not begin with 0.
            let numbers = Array(-3..<count)[3...]
            for boundary in -1...count + 1 {
                var looks = 0
                let index = numbers.partitioningIndex {
                    looks += 1
                    return $0 >= boundary
                }
                #expect(index == numbers.firstIndex { $0 >= boundary } ?? numbers.endIndex)
                #expect(looks <= 5)
            }
        }
    }

    @Test func `of equal ones the first`() {
        let numbers = [1, 2, 2, 2, 5]
        #expect(numbers.partitioningIndex { $0 >= 2 } == 1 && numbers.partitioningIndex { $0 > 2 } == 4)
    }
}
