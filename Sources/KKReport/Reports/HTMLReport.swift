internal import KKMath

/// A report as a page: one file that can be opened from a disk, without a network, and is readable without its script.
///
/// Style and script are in the page; pictures and sounds are next to it, at ``ReportAttachment/page``. The same report
/// gives the same bytes: it contains no date, machine name or times.
public struct HTMLReport {
    private let report: Report
    private let slugs: [String]

    /// The page's name in its folder.
    public static let fileName = "index.html"
    /// The mark in the head of every such page, by which existing pages are recognised.
    public static let mark = "<meta name=\"generator\" content=\"kkmix report\">"
    /// The maximum number of failures with a card; the others are only in the table.
    public static let mostCards = 1_000

    public init(_ report: Report) {
        (self.report, slugs) = (report, report.slugs)
    }

    public var text: String {
        let cards = shown
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            \(Self.mark)
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <title>\(Markup.html("\(report.headline) – \(report.title)"))</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <a class="skip" href="#cases">To the \(Markup.html(report.noun.many))</a>
            \(header)
            <main id="cases">
            \(contents(cards))\(cards.map { HTMLCard(report.entries[$0], report.noun, slug: slugs[$0], loadsSounds: cards.count <= 20).text }.joined())\(table(cards))</main>
            \(footer)
            <script>
            \(Self.script)
            </script>
            </body>
            </html>

            """
    }

    /// Nothing comes from elsewhere, whatever a case's text holds.
    private static let policy =
        "default-src 'none'; img-src 'self' file: data:; media-src 'self' file:; "
        + "style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    /// The entries with cards, worst first: those that failed, and those that have something to see or hear.
    private var shown: [Int] {
        let chosen = report.bySeverity.filter { index in
            report.entries[index].isFailure || report.entries[index].attachments.contains { $0.page != nil }
        }
        return Array(chosen.prefix(Self.mostCards))
    }

    private var header: String {
        let (style, sign) = report.isGood ? ("good", "✓") : ("bad", "✗")
        let notes = report.notes.map { "<p class=\"note\">\(Markup.html($0))</p>\n" }.joined()
        return """
            <header class="top">
            <p class="command">\(Markup.html(report.title))</p>
            <h1 class="\(style)"><span class="sign" aria-hidden="true">\(sign)</span> \(Markup.html(report.headline))</h1>
            \(notes)\(report.entries.count > 1 ? filter : "")</header>
            """
    }

    /// Radio buttons that the style alone obeys, and a field that the script does.
    private var filter: String {
        let others = report.entries.count - report.failureCount - report.count(.passed)
        let counts = [
            ("all", "all", report.entries.count), ("failures", "failures", report.failureCount),
            ("passed", "passed", report.count(.passed)),
            ("other", "others", others), ("warned", "warnings", report.warnedCount),
        ]
        let buttons = counts.filter { $0.2 > 0 || $0.0 == "all" }.map { key, word, count in
            "<label><input type=\"radio\" name=\"show\" id=\"show-\(key)\" value=\"\(key)\"\(key == "all" ? " checked" : "")>"
                + "<span>\(word) <b>\(groupedText(Int64(count)))</b></span></label>\n"
        }
        return """
            <form class="filter" role="search" aria-label="Which \(Markup.html(report.noun.many)) are shown">
            <fieldset>
            <legend>Show</legend>
            \(buttons.joined())</fieldset>
            <label class="find" hidden>Find <input type="search" id="find" autocomplete="off" placeholder="name or text"></label>
            </form>

            """
    }

    /// Links to the cards of what failed.
    private func contents(_ cards: [Int]) -> String {
        let failures = cards.filter { report.entries[$0].isFailure }
        guard failures.count > 1 else { return "" }
        let links = failures.prefix(Self.mostLinks).map { index in
            "<li><a href=\"#case-\(slugs[index])\"><bdi>\(Markup.html(Markup.shortened(report.entries[index].name, to: 80)))</bdi></a></li>\n"
        }
        return "<nav class=\"contents failures\" aria-label=\"Failures\">\n<ul>\n\(links.joined())</ul>\n</nav>\n"
    }

    /// Beyond these the table is the better list.
    private static let mostLinks = 40

    /// Every entry with its status, in declared order.
    private func table(_ cards: [Int]) -> String {
        guard report.entries.count > 1 || cards.isEmpty else { return "" }
        let withCard = Set(cards)
        let rows = report.entries.indices.map { index in
            let entry = report.entries[index]
            let name = "<bdi>\(Markup.html(Markup.shortened(entry.name, to: 300)))</bdi>"
            let link = withCard.contains(index) ? "<a href=\"#case-\(slugs[index])\">\(name)</a>" : name
            return
                "<tr class=\"row \(HTMLCard.filterClass(entry))\"><td>\(HTMLCard.chip(entry))</td><th scope=\"row\">\(link)</th>"
                + "<td><bdi>\(Markup.html(Markup.shortened(entry.headline, to: 500)))</bdi>\(warnings(entry))</td></tr>\n"
        }
        return """
            <section class="all" aria-labelledby="all-title">
            <h2 id="all-title">All \(Markup.html(report.noun.many))</h2>
            <div class="scroll"><table>
            <thead><tr><th scope="col">status</th><th scope="col">\(Markup.html(report.noun.one))</th><th scope="col">what was found</th></tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table></div>
            </section>

            """
    }

    /// What passed with warnings has them in its row: it may have no card.
    private func warnings(_ entry: ReportEntry) -> String {
        guard entry.isWarned else { return "" }
        let rest = entry.warnings.count - Self.mostRowWarnings
        let texts = entry.warnings.prefix(Self.mostRowWarnings) + (rest > 0 ? ["and \(rest) more"] : [])
        return texts.map { "<br><small>Warning: <bdi>\(Markup.html(Markup.shortened($0, to: 500)))</bdi></small>" }
            .joined()
    }

    private static let mostRowWarnings = 3

    private var footer: String {
        var lines: [String] = []
        let failures = report.failureCount
        if failures > Self.mostCards {
            lines.append("\(groupedText(Int64(failures - Self.mostCards))) more failures are in the table alone.")
        }
        if report.entries.contains(where: { $0.attachments.contains { $0.page != nil && $0.role != .picture } }) {
            lines.append(
                "Keys, when a player has the focus: space plays and stops, 1 2 3 switch what is heard, ← → move by a second, Home goes to the start."
            )
        }
        return "<footer>\n\(lines.map { "<p>\(Markup.html($0))</p>\n" }.joined())<p>Made by kkmix.</p>\n</footer>"
    }
}
