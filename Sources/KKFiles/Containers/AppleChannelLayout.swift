internal import KKPCM

/// The orders of channels that `kAudioChannelLayoutTag_…` number.
///
/// Source: CoreAudioBaseTypes.h.
enum AppleChannelLayout {
    private static let discreteInOrder: UInt32 = 147

    /// - Parameter id: the upper half of a tag.
    static func named(_ id: UInt32, channels: Int) -> ChannelLayout? {
        if id == discreteInOrder { return .discrete(channels) }
        guard let order = orders.first(where: { $0.ids.contains(id) && $0.labels.count == channels }) else { return nil }
        return ChannelLayout(order.labels)
    }

    private static func order(_ ids: [UInt32], _ labels: [ChannelLabel]) -> (ids: [UInt32], labels: [ChannelLabel]) { (ids, labels) }

    private static let l = ChannelLabel.left, r = ChannelLabel.right, c = ChannelLabel.center, lfe = ChannelLabel.lfe
    private static let ls = ChannelLabel.leftSurround, rs = ChannelLabel.rightSurround, cs = ChannelLabel.centerSurround
    private static let lc = ChannelLabel.leftCenter, rc = ChannelLabel.rightCenter
    private static let rls = ChannelLabel.rearSurroundLeft, rrs = ChannelLabel.rearSurroundRight
    private static let lw = ChannelLabel(rawValue: 35), rw = ChannelLabel(rawValue: 36)

    /// The layout tags by number (`kAudioChannelLayoutTag_… >> 16`) and the order that each one names.
    private static let orders: [(ids: [UInt32], labels: [ChannelLabel])] = [
        order([100], [.mono]),
        order([101, 102, 105, 106], [l, r]),
        order([103], [.leftTotal, .rightTotal]),
        order([104], [ChannelLabel(rawValue: 204), ChannelLabel(rawValue: 205)]),
        order([107], [200, 201, 202, 203].map(ChannelLabel.init(rawValue:))),
        order([108, 132], [l, r, ls, rs]),
        order([109, 118], [l, r, ls, rs, c]),
        order([110, 139], [l, r, ls, rs, c, cs]),
        order([111], [l, r, ls, rs, c, cs, lw, rw]),
        order([113], [l, r, c]),
        order([114], [c, l, r]),
        order([115], [l, r, c, cs]),
        order([116], [c, l, r, cs]),
        order([117], [l, r, c, ls, rs]),
        order([119], [l, c, r, ls, rs]),
        order([120], [c, l, r, ls, rs]),
        order([121], [l, r, c, lfe, ls, rs]),
        order([122], [l, r, ls, rs, c, lfe]),
        order([123], [l, c, r, ls, rs, lfe]),
        order([124], [c, l, r, ls, rs, lfe]),
        order([125], [l, r, c, lfe, ls, rs, cs]),
        order([126], [l, r, c, lfe, ls, rs, lc, rc]),
        order([127], [c, lc, rc, l, r, ls, rs, lfe]),
        order([128], [l, r, c, lfe, ls, rs, rls, rrs]),
        order([129], [l, r, ls, rs, c, lfe, lc, rc]),
        order([130], [l, r, c, lfe, ls, rs, .leftTotal, .rightTotal]),
        order([131], [l, r, cs]),
        order([133], [l, r, lfe]),
        order([134], [l, r, lfe, cs]),
        order([135], [l, r, lfe, ls, rs]),
        order([136], [l, r, c, lfe]),
        order([137], [l, r, c, lfe, cs]),
        order([138], [l, r, ls, rs, lfe]),
        order([140], [l, r, ls, rs, c, rls, rrs]),
        order([141], [c, l, r, ls, rs, cs]),
        order([142], [c, l, r, ls, rs, cs, lfe]),
        order([143], [c, l, r, ls, rs, rls, rrs]),
        order([144], [c, l, r, ls, rs, rls, rrs, cs]),
        order([148], [l, r, ls, rs, c, lc, rc]),
        order([183], [c, l, r, ls, rs, rls, rrs, lfe]),
        order([185], [l, r, rls, rrs]),
        order([186], [l, r, c, rls, rrs]),
        order([187], [l, r, c, lfe, rls, rrs]),
        order([188], [l, r, c, lfe, cs, ls, rs]),
        order([189], [l, r, c, lfe, rls, rrs, ls, rs]),
    ]
}
