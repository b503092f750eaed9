package import KKAudio

/// The components by pointers that name their places in the list.
enum ComponentPointer {
    private static let first: UInt = 0x4B4B_0000
    private static let stride: UInt = 16

    static func pointer(_ index: Int) -> OpaquePointer? { OpaquePointer(bitPattern: first + UInt(index) * stride) }

    static func index(_ pointer: OpaquePointer?) -> Int? {
        let place = UInt(bitPattern: pointer)
        guard place >= first, (place - first).isMultiple(of: stride) else { return nil }
        let index = Int((place - first) / stride)
        return index < KKUnits.AudioComponent.all.count ? index : nil
    }

    static func component(_ pointer: OpaquePointer?) throws -> KKUnits.AudioComponent {
        KKUnits.AudioComponent.all[try index(pointer).orThrow()]
    }
}

extension ComponentDescription {
    package init(_ description: AudioComponentDescription) {
        self.init(
            type: FourCharCode(rawValue: description.componentType),
            subType: FourCharCode(rawValue: description.componentSubType),
            manufacturer: FourCharCode(rawValue: description.componentManufacturer))
    }
}

extension AudioComponentDescription {
    package init(_ description: ComponentDescription) {
        self.init(
            componentType: description.type.rawValue, componentSubType: description.subType.rawValue,
            componentManufacturer: description.manufacturer.rawValue, componentFlags: 0, componentFlagsMask: 0)
    }
}

@implementation @c public func AudioComponentFindNext(
    _ inComponent: CCoreAudio.AudioComponent?, _ inDesc: UnsafePointer<AudioComponentDescription>
) -> CCoreAudio.AudioComponent? {
    guard UInt(bitPattern: inDesc) != 0 else { return nil }
    let all = KKUnits.AudioComponent.all
    var previous: KKUnits.AudioComponent?
    if inComponent != nil {
        guard let index = ComponentPointer.index(inComponent) else { return nil }
        previous = all[index]
    }
    let found = KKUnits.AudioComponent.findNext(after: previous, ComponentDescription(inDesc.pointee))
    return found.flatMap { found in all.firstIndex { $0.description == found.description } }.flatMap(
        ComponentPointer.pointer)
}

@implementation @c public func AudioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>) -> UInt32 {
    guard UInt(bitPattern: inDesc) != 0 else { return 0 }
    return UInt32(KKUnits.AudioComponent.count(ComponentDescription(inDesc.pointee)))
}

@implementation @c public func KKComponentName(_ inComponent: CCoreAudio.AudioComponent) -> UnsafeRawPointer? {
    guard let component = try? ComponentPointer.component(inComponent) else { return nil }
    return UnsafeRawPointer(Unmanaged.passRetained(NSString(string: component.name)).toOpaque())
}

/// For Swift, where a `CFString` is an `NSString`.
public func AudioComponentCopyName(
    _ inComponent: CCoreAudio.AudioComponent, _ outName: UnsafeMutablePointer<Unmanaged<NSString>?>
) -> OSStatus {
    answer {
        try outName.checked().pointee = .passRetained(
            NSString(string: try ComponentPointer.component(inComponent).name))
    }
}

@implementation @c public func AudioComponentGetDescription(
    _ inComponent: CCoreAudio.AudioComponent, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>
) -> OSStatus {
    answer {
        let component = try ComponentPointer.component(inComponent)
        try outDesc.checked().pointee = AudioComponentDescription(component.description)
    }
}

/// kkmix's units have none.
@implementation @c public func AudioComponentGetVersion(
    _ inComponent: CCoreAudio.AudioComponent, _ outVersion: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer {
        _ = try ComponentPointer.component(inComponent)
        try outVersion.checked().pointee = 0
    }
}

@implementation @c public func AudioComponentInstanceNew(
    _ inComponent: CCoreAudio.AudioComponent, _ outInstance: UnsafeMutablePointer<AudioComponentInstance?>
) -> OSStatus {
    answer {
        let component = try ComponentPointer.component(inComponent)
        try outInstance.checked().pointee = HeldUnit(component.makeInstance()).open()
    }
}

@implementation @c public func AudioComponentInstanceDispose(_ inInstance: AudioComponentInstance) -> OSStatus {
    answer {
        let held = try Open.units.remove(inInstance).orThrow()
        held.unit.uninitialize()
    }
}

@implementation @c public func AudioComponentInstanceCanDo(
    _ inInstance: AudioComponentInstance, _ inSelectorID: Int16
) -> Bool {
    guard let held = Open.units.object(inInstance) else { return false }
    let id = Int(inSelectorID)
    if id == Int(kAudioUnitProcessSelect) { return held.unit is EffectUnit }
    // Those in between are of calls that are older, or not there.
    let missing: Set<Int> = [0x8, 0xB, 0xC, 0xD, 0x13]
    return (Int(kAudioUnitInitializeSelect)...Int(kAudioUnitProcessSelect)).contains(id) && !missing.contains(id)
}

@implementation @c public func AudioComponentInstanceGetComponent(
    _ inInstance: AudioComponentInstance
) -> CCoreAudio
    .AudioComponent?
{
    guard let held = Open.units.object(inInstance) else { return nil }
    return KKUnits.AudioComponent.all.firstIndex { $0.description == held.unit.component }.flatMap(
        ComponentPointer.pointer)
}
