internal import KKMath

/// What a page shows of an entry that failed: why, the sounds, the picture, the numbers.
struct HTMLCard {
    private let entry: ReportEntry
    private let slug: String
    private let noun: String
    private let loadsSounds: Bool

    /// - Parameter loadsSounds: whether a browser reads the heads of the sounds when it opens the page.
    init(_ entry: ReportEntry, _ noun: Report.Noun, slug: String, loadsSounds: Bool) {
        (self.entry, self.noun, self.slug, self.loadsSounds) = (entry, noun.one, slug, loadsSounds)
    }

    /// The status as a word on its colour; and what passed with warnings has these beside it.
    static func chip(_ entry: ReportEntry) -> String {
        let count = entry.warnings.count
        let warned =
            entry.isWarned ? " <span class=\"chip warning\">\(count == 1 ? "warning" : "\(count) warnings")</span>" : ""
        return "<span class=\"chip \(entry.status.rawValue)\">\(entry.status.word)</span>\(warned)"
    }

    /// Which of the filter's buttons shows it.
    static func filterClass(_ entry: ReportEntry) -> String {
        (entry.isFailure ? "failures" : entry.status == .passed ? "passed" : "other")
            + (entry.isWarned ? " warned" : "")
    }

    var text: String {
        """
        <article class="card \(Self.filterClass(entry))" id="case-\(slug)" aria-labelledby="name-\(slug)">
        <h2 id="name-\(slug)">\(Self.chip(entry)) <bdi>\(html(Markup.shortened(entry.name, to: 300)))</bdi> \
        <a class="anchor" href="#case-\(slug)" aria-label="Link to this \(entry.status.word) \(html(noun))">#</a></h2>
        <p class="headline"><bdi>\(html(entry.headline))</bdi></p>
        \(next)\(player)\(picture)\(facts)\(checks)\(measures)\(warnings)</article>

        """
    }

    private func html(_ text: String) -> String { Markup.html(Markup.shortened(text, to: 4_000)) }

    private var next: String {
        guard let step = entry.nextStep else { return "" }
        // `if it is meant to change: kkmix test --accept voice`: what can be typed stands apart.
        guard let colon = step.firstRange(of: ": kkmix ") else {
            return "<p class=\"next\">Next: <bdi>\(html(step))</bdi></p>\n"
        }
        let command = step[step.index(colon.lowerBound, offsetBy: 2)...]
        return
            "<p class=\"next\">Next, \(html(String(step[..<colon.lowerBound]))): <code>\(html(String(command)))</code></p>\n"
    }

    /// Three plain players; the script puts one transport before them.
    private var player: String {
        let sounds = entry.attachments.filter { $0.page != nil && $0.role != .picture }
        guard !sounds.isEmpty else { return "" }
        let items = sounds.map { sound in
            let note = [Self.shift(sound), sound.note].compactMap(\.self).map { " <small>\(html($0))</small>" }.joined()
            let offset = sound.offset == 0 ? "" : " data-offset=\"\(decimalText(sound.offset, digits: 6))\""
            let original =
                sound.original.map { " <a href=\"\(Markup.address($0))\" download>the file itself</a>" } ?? ""
            let address = Markup.address(sound.page ?? "")
            return "<li><span class=\"role\" id=\"\(sound.role.rawValue)-\(slug)\">\(Self.roleName(sound.role))</span> "
                + "<audio controls preload=\"\(loadsSounds ? "metadata" : "none")\" src=\"\(address)\" "
                + "data-role=\"\(Self.roleName(sound.role))\"\(offset) "
                + "aria-labelledby=\"\(sound.role.rawValue)-\(slug) name-\(slug)\"></audio> "
                + "<a href=\"\(address)\" download>\(Self.roleName(sound.role))</a>\(original)\(note)</li>\n"
        }
        let marks = entry.marks.map { mark in
            "<li data-at=\"\(decimalText(mark.seconds, digits: 6))\" data-name=\"\(html(mark.name))\">\(html("\(mark.name): \(mark.text)"))</li>\n"
        }
        let ends = sounds.compactMap { sound in sound.seconds.map { $0 - sound.offset } }
        let length = ends.max().map { " data-length=\"\(decimalText($0, digits: 6))\"" } ?? ""
        let places = marks.isEmpty ? "" : "<ul class=\"marks\">\n\(marks.joined())</ul>\n"
        return "<div class=\"player\"\(length)>\n<ul class=\"sounds\">\n\(items.joined())</ul>\n\(places)</div>\n"
    }

    /// How far an actual is from the reference, for whoever plays it alone: the script plays them in step.
    private static func shift(_ sound: ReportAttachment) -> String? {
        guard sound.role == .actual, sound.offset != 0 else { return nil }
        let milliseconds = decimalText(sound.offset.magnitude * 1_000, digits: 3)
        let words =
            sound.offset > 0
            ? "late beside the reference" : "early beside the reference, and the residual begins with it"
        return "It is \(milliseconds) ms \(words)."
    }

    static func roleName(_ role: ReportAttachment.Role) -> String {
        switch role {
        case .reference: "reference"
        case .actual: "actual"
        case .residual: "residual"
        case .picture: "picture"
        }
    }

    private var picture: String {
        guard let picture = entry.attachment(.picture), let page = picture.page else { return "" }
        let address = Markup.address(page)
        let size = picture.size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
        var time = ""
        if let axis = picture.time, let whole = axis.stretches.first {
            let values = [
                ("left", axis.left), ("right", axis.right), ("start", whole.start), ("duration", whole.duration),
                ("top", whole.top), ("bottom", whole.bottom),
            ]
            time = values.map { " data-\($0)=\"\(decimalText($1, digits: 6))\"" }.joined()
            if axis.stretches.count > 1 { time += " data-zoom=\"\(axis.stretches[1].text)\"" }
        }
        return
            "<figure class=\"frame\"><div class=\"picture\"\(time)><a href=\"\(address)\"><img src=\"\(address)\"\(size) loading=\"lazy\" "
            + "alt=\"\(html("Wave and spectrogram of \(entry.name): \(entry.headline)"))\"></a></div></figure>\n"
    }

    private var facts: String {
        var rows = entry.facts + entry.lastLines.map { ReportEntry.Fact("it said", $0) }
        if let log = entry.log { rows.append(ReportEntry.Fact("log", log)) }
        if let place = entry.place {
            rows.append(ReportEntry.Fact("written in", place.file + (place.line.map { ":\($0)" } ?? "")))
        }
        guard !rows.isEmpty else { return "" }
        let items = rows.map { "<div><dt>\(html($0.name))</dt><dd><bdi>\(html($0.text))</bdi></dd></div>\n" }
        return "<dl class=\"facts\">\n\(items.joined())</dl>\n"
    }

    private var checks: String {
        guard !entry.checks.isEmpty else { return "" }
        let items = entry.checks.map { check in
            "<li class=\"\(check.passed ? "good" : "bad")\"><span class=\"sign\">\(check.passed ? "holds" : "does not hold")</span> "
                + "<code>\(html(check.text))</code> <bdi>\(html(check.measured))</bdi></li>\n"
        }
        return "<h3>Assertions</h3>\n<ul class=\"checks\">\n\(items.joined())</ul>\n"
    }

    private var measures: String {
        guard !entry.measures.isEmpty else { return "" }
        let rows = entry.measures.map { row in
            let part = row.part.isEmpty ? "" : "<br><b>\(html(row.part))</b>"
            let cells = zip(Self.columns, [row.reference, row.actual, row.difference, row.allowed]).map {
                column, text in
                "<td\(text.isEmpty ? " class=\"none\"" : "") data-column=\"\(column)\">\(html(text))\(column == "difference" ? part : "")</td>"
            }.joined()
            let (style, mark) = row.isBeyond ? (" class=\"beyond\"", " <b>beyond its limit</b>") : ("", "")
            return "<tr\(style)><th scope=\"row\">\(html(row.name))\(mark)</th>\(cells)</tr>\n"
        }
        return """
            <div class="scroll"><table class="measures">
            <thead><tr>\((["measure"] + Self.columns).map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table></div>

            """
    }

    private static let columns = ["reference", "actual", "difference", "at most"]

    private var warnings: String {
        entry.warnings.prefix(20).map { "<p class=\"note\">Warning: <bdi>\(html($0))</bdi></p>\n" }.joined()
    }
}
