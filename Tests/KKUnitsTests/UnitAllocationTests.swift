import Foundation
import KKTestSupport
import KKUnitCases
import KKUnits
import Testing

/// A unit allocates nothing per slice: four times the slices make exactly as many allocations. Counted on an optimised
/// build of the program `unit-slices`, which renders each of the units' cases: scripts/test names it.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["KKMIX_UNIT_SLICES"] != nil,
        "needs an optimised build of unit-slices in KKMIX_UNIT_SLICES"))
struct UnitAllocationTests {
    let counter: AllocationCounter

    init() throws {
        counter = try AllocationCounter()
    }

    @Test(arguments: UnitCase.all)
    func `four times the slices make no more allocations`(unit: UnitCase) throws {
        let short = try counter.count("$KKMIX_UNIT_SLICES \(unit.name) 500")
        #expect(short > 20, "the counter counts")
        #expect(try counter.count("$KKMIX_UNIT_SLICES \(unit.name) 2000") == short)
    }
}
