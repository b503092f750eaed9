extension ChannelLayout {
    /// The layout of an `AudioChannelLayoutTag`, which has the number of a channel order in its upper half and the
    /// number of channels in its lower half. `nil` if the tag names no order, or the number of channels does not match
    /// it.
    ///
    /// Source: CoreAudioBaseTypes.h, `kAudioChannelLayoutTag_…`.
    public init?(tag: UInt32) {
        let count = Int(tag & 0xFFFF)
        if tag >> 16 == Self.discreteInOrder {
            self = .discrete(count)
            return
        }
        guard let order = Self.orders.first(where: { $0.ids.contains(tag >> 16) && $0.layout.channelCount == count })
        else { return nil }
        self = order.layout
    }

    /// The first of the tags that name this order (`kAudioFormatProperty_TagForChannelLayout`); `nil` if there is none.
    public var tag: UInt32? {
        let count = UInt32(channelCount)
        guard count <= 0xFFFF else { return nil }
        if let order = Self.orders.first(where: { $0.layout == self }) { return order.ids[0] << 16 | count }
        return self == .discrete(channelCount) && count > 0 ? Self.discreteInOrder << 16 | count : nil
    }

    /// The layout of an `AudioChannelBitmap`: the channels of its bits, lowest bit first; bits without a channel are
    /// left out.
    public init(bitmap: UInt32) {
        self.init(Self.bitmapBits.filter { bitmap >> $0 & 1 == 1 }.map { ChannelLabel(rawValue: $0 + 1) })
    }

    /// The bits of its channels; `nil` if a channel has no bit, or if the channels are not in the order of the bits.
    public var bitmap: UInt32? {
        guard labels.allSatisfy({ $0.rawValue > 0 && Self.bitmapBits.contains($0.rawValue - 1) }) else { return nil }
        let bitmap = labels.reduce(0) { $0 | 1 << ($1.rawValue - 1) } as UInt32
        return ChannelLayout(bitmap: bitmap) == self ? bitmap : nil
    }

    /// Those of the labels 1 to 18.
    private static let bitmapBits: Range<UInt32> = 0..<18

    /// The tags of all orders with this number of channels, by number.
    public static func tags(channelCount: Int) -> [UInt32] {
        guard (1...0xFFFF).contains(channelCount) else { return [] }
        let ids = orders.filter { $0.layout.channelCount == channelCount }.flatMap(\.ids) + [discreteInOrder]
        return ids.sorted().map { $0 << 16 | UInt32(channelCount) }
    }

    private static let discreteInOrder: UInt32 = 147

    private static func order(_ ids: [UInt32], _ layout: ChannelLayout) -> (ids: [UInt32], layout: ChannelLayout) {
        (ids, layout)
    }

    private static let l = ChannelLabel.left, r = ChannelLabel.right, c = ChannelLabel.center, lfe = ChannelLabel.lfe
    private static let ls = ChannelLabel.leftSurround, rs = ChannelLabel.rightSurround, cs = ChannelLabel.centerSurround
    private static let lc = ChannelLabel.leftCenter, rc = ChannelLabel.rightCenter
    private static let rls = ChannelLabel.rearSurroundLeft, rrs = ChannelLabel.rearSurroundRight
    private static let lw = ChannelLabel(rawValue: 35), rw = ChannelLabel(rawValue: 36)

    /// The tags by number (`kAudioChannelLayoutTag_… >> 16`) and the order that each one names; the first one is what
    /// the order is called.
    private static let orders: [(ids: [UInt32], layout: ChannelLayout)] = [
        order([100], .mono),
        order([101, 102, 105, 106], .stereo),
        order([103], ChannelLayout([.leftTotal, .rightTotal])),
        order([104], ChannelLayout([ChannelLabel(rawValue: 204), ChannelLabel(rawValue: 205)])),
        order([107], ChannelLayout([200, 201, 202, 203].map(ChannelLabel.init(rawValue:)))),
        order([108, 132], .quadraphonic),
        order([118, 109], .mpegFiveZeroB),
        order([110, 139], ChannelLayout([l, r, ls, rs, c, cs])),
        order([111], ChannelLayout([l, r, ls, rs, c, cs, lw, rw])),
        order([113], .threeZero),
        order([114], .mpegThreeZeroB),
        order([115], ChannelLayout([l, r, c, cs])),
        order([116], .mpegFourZeroB),
        order([117], .mpegFiveZeroA),
        order([119], .mpegFiveZeroC),
        order([120], .mpegFiveZeroD),
        order([121], .mpegFiveOneA),
        order([122], .mpegFiveOneB),
        order([123], .mpegFiveOneC),
        order([124], .mpegFiveOneD),
        order([125], .mpegSixOneA),
        order([126], .mpegSevenOneA),
        order([127], .mpegSevenOneB),
        order([128], .mpegSevenOneC),
        order([129], ChannelLayout([l, r, ls, rs, c, lfe, lc, rc])),
        order([130], ChannelLayout([l, r, c, lfe, ls, rs, .leftTotal, .rightTotal])),
        order([131], ChannelLayout([l, r, cs])),
        order([133], ChannelLayout([l, r, lfe])),
        order([134], ChannelLayout([l, r, lfe, cs])),
        order([135], ChannelLayout([l, r, lfe, ls, rs])),
        order([136], ChannelLayout([l, r, c, lfe])),
        order([137], ChannelLayout([l, r, c, lfe, cs])),
        order([138], ChannelLayout([l, r, ls, rs, lfe])),
        order([140], ChannelLayout([l, r, ls, rs, c, rls, rrs])),
        order([141], ChannelLayout([c, l, r, ls, rs, cs])),
        order([142], .aacSixOne),
        order([143], ChannelLayout([c, l, r, ls, rs, rls, rrs])),
        order([144], ChannelLayout([c, l, r, ls, rs, rls, rrs, cs])),
        order([148], ChannelLayout([l, r, ls, rs, c, lc, rc])),
        order([183], ChannelLayout([c, l, r, ls, rs, rls, rrs, lfe])),
        order([185], ChannelLayout([l, r, rls, rrs])),
        order([186], ChannelLayout([l, r, c, rls, rrs])),
        order([187], ChannelLayout([l, r, c, lfe, rls, rrs])),
        order([188], .sixOneWithSides),
        order([189], .sevenOne),
    ]
}
