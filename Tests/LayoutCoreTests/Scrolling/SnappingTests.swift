import LayoutSQLite
@testable import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The targets of stored layouts, against the rules applied to all of their frames.
@Suite struct SnappingTests {
    static let kinds = LayoutKind.allCases.filter { $0 != .canvas }

    @Test("A gesture ends at the target of the rule over all frames", arguments: kinds)
    func snapping(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 7 &+ 5)
            var (test, layout, _) = try TestStore.random(kind, sections: 1...4, items: 0...50, using: &random)
            let snap = SnapDefinition(
                alignment: SnapDefinition.Alignment.allCases.randomElement(using: &random) ?? .leading,
                padding: random.exactLength(in: 0...20), velocityThreshold: 0.25,
                mode: Int.random(in: 0..<5, using: &random) == 0 ? .page : .item)
            var members =
                "\"snap\":{\"alignment\":\"\(snap.alignment.rawValue)\",\"padding\":\(snap.padding),"
                + "\"velocityThreshold\":0.25,\"mode\":\"\(snap.mode.rawValue)\"}"
            if kind == .spreadsheet {
                members += ",\"frozenRows\":\(seed % 3),\"frozenColumns\":\(seed % 2)"
                if Bool.random(using: &random) {
                    members += ",\"frozenTrailingRows\":\(seed % 2),\"wraps\":true"
                    members +=
                        ",\"wrapsAxis\":\"\(["both", "horizontal", "vertical"].randomElement(using: &random) ?? "")\""
                }
            }
            layout.json = "{" + members + "," + layout.json.dropFirst()
            try test.define("wall", layout)
            let reference = try test.reference("wall")
            let axis = reference.plan.traits.axis
            for _ in 0..<24 {
                let along = proposal(reference, layout.container[axis], snap.alignment, &random)
                let velocity: Double = [0, 0.25, -0.25, 0.5, -0.5, 2, -2].randomElement(using: &random) ?? 0
                var proposed = LayoutPoint(x: 3, y: 3)
                proposed[axis] = along
                var speed = LayoutPoint.zero
                speed[axis] = velocity
                var expected = proposed
                expected[axis] = target(
                    reference, snap, layout.container,
                    try layout.definition.kind.definition(as: SpreadsheetDefinition.self),
                    scale: try layout.definition.scale, proposed: along, velocity: velocity)
                let found = try test.wall.targetContentOffset(
                    forProposedContentOffset: proposed, withScrollingVelocity: speed, preparing: .everything)
                #expect(found == expected, "\(proposed) at \(velocity), seed \(seed), \(layout)")
                guard found == expected else { return }
            }
        }
    }

    /// The rule over every cell, in the order of laps, sections and items.
    private func target(
        _ reference: ReferenceLayout, _ snap: SnapDefinition, _ container: LayoutSize, _ sheet: SpreadsheetDefinition?,
        scale: Double?, proposed: Double, velocity: Double
    ) -> Double {
        let axis = reference.plan.traits.axis
        // An empty content has nothing that could repeat.
        var lap = reference.contentLength > 0 ? reference.contentLength + reference.plan.traits.wrapSpacing : 0
        var goesRound: (ElementRow) -> Bool = { _ in true }
        if let sheet, reference.wraps, sheet.wrapsAxis == .horizontal {
            lap = 0
        } else if let sheet, reference.wraps, reference.sections.count == 1 {
            // Of a single sheet the rows go round that are not frozen.
            let count = (reference.sections[0].items.count + sheet.columns - 1) / sheet.columns
            let rows = min(sheet.frozenRows, count)..<max(sheet.frozenRows, count - sheet.frozenTrailingRows)
            let frames = reference.elements.filter { rows.contains($0.item / sheet.columns) }.map(\.frame)
            let ends = (frames.map(\.y).min() ?? 0, frames.map(\.maxY).max() ?? 0)
            // A display scale rounds the length of what is stacked, and halves up.
            let spacing = scale.map { (sheet.rowSpacing * $0 + 0.5).rounded(.down) / $0 } ?? sheet.rowSpacing
            lap = frames.isEmpty ? 0 : ends.1 - ends.0 + spacing
            if lap > 0 { goesRound = { rows.contains($0.item / sheet.columns) } }
        }
        let isEndless = reference.wraps && lap > 0
        // The part of an orthogonal section beyond the container is not visible.
        let cross = max(reference.plan.traits.contentCrossLength ?? 0, container[axis.cross])
        let twin = sheet.map {
            SheetTwin(
                reference: reference, sheet: $0, container: container,
                isMirrored: reference.plan.traits.isMirroredAcross)
        }
        let cells = reference.elements.filter { row in
            row.kind == "cell" && goesRound(row) && row.frame.width > 0 && row.frame.height > 0
                && (twin?.isWithin(cross, row)
                    ?? (row.frame.min(axis.cross) < cross && row.frame.max(axis.cross) > 0))
        }.sorted { ($0.section ?? 0, $0.item) < ($1.section ?? 0, $1.item) }.map(\.frame)
        let near = isEndless ? Int((proposed / lap).rounded(.down)) : 0
        let reach = isEndless ? Int((container[axis] + reference.contentLength) / lap) + 3 : 0
        let candidates = (near - reach...near + reach).flatMap { number in
            cells.map {
                $0.offsetBy(
                    x: axis == .horizontal && isEndless ? Double(number) * lap : 0,
                    y: axis == .vertical && isEndless ? Double(number) * lap : 0)
            }
        }
        let isMirrored = reference.plan.traits.isMirrored
        // If reading begins at the right, the same from there.
        func turned(_ offset: Double) -> Double {
            isMirrored ? reference.contentLength - container[axis] - offset : offset
        }
        let rest = NaiveSnap(
            snap: snap, container: container[axis], content: isEndless ? .infinity : reference.contentLength,
            inset: isEndless ? .infinity : reference.scrollInsets.start,
            trailingInset: isEndless ? 0 : reference.scrollInsets.end
        ).rest(
            proposed: turned(proposed), velocity: isMirrored ? -velocity : velocity,
            items: candidates.map {
                isMirrored
                    ? (reference.contentLength - $0.maxX, reference.contentLength - $0.x) : ($0.min(axis), $0.max(axis))
            })
        return turned(rest)
    }

    /// Anywhere, at an item's edge, or halfway between two items' edges.
    private func proposal(
        _ reference: ReferenceLayout, _ container: Double, _ alignment: SnapDefinition.Alignment,
        _ random: inout SeededGenerator
    ) -> Double {
        let axis = reference.plan.traits.axis
        let frames = reference.elements.filter { $0.kind == "cell" }.map(\.frame)
        func edge(_ frame: LayoutRect) -> Double {
            switch alignment {
            case .leading: frame.min(axis)
            case .center: frame.min(axis) + frame.length(axis) / 2 - container / 2
            case .trailing: frame.max(axis) - container
            }
        }
        let lap =
            reference.wraps
            ? Double(Int.random(in: -3...3, using: &random))
                * (reference.contentLength + reference.plan.traits.wrapSpacing) : 0
        guard let index = frames.indices.randomElement(using: &random), Bool.random(using: &random) else {
            return random.exactLength(in: -200...reference.contentLength + 200) + lap
        }
        guard Bool.random(using: &random) else { return edge(frames[index]) + lap }
        return (edge(frames[index]) + edge(frames[(index + 1) % frames.count])) / 2 + lap
    }

    @Test("An orthogonal section rests at its groups")
    func orthogonal() throws {
        var orthogonal = 0
        try TestSettings.forEachSeed(rounds: 8) { seed in
            var random = SeededGenerator(seed: seed)
            let (test, layout, _) = try TestStore.random(.compositional, sections: 3...3, items: 0...40, using: &random)
            let reference = try test.reference("wall")
            let stored = test.wall
            for (index, section) in reference.sections.enumerated() {
                var buffer = BandBuffer()
                var solver = reference.plan.makeSolver(for: section.measure, from: SectionMeasure.Start())
                let measures = ContiguousArray(section.items.map(\.measure))
                _ = solver.place(measures, in: 0..<measures.count, limit: .max, into: &buffer)
                solver.finish(&buffer)
                let content = buffer.orthogonal
                let context = "section \(index), seed \(seed), \(layout)"
                let still = OrthogonalStops(minimum: 0, maximum: 0, stops: [0])
                #expect(
                    try stored.orthogonalStops(inSection: index, preparing: .everything) == content?.restPositions
                        ?? still, "\(context)")
                let proposed = random.exactLength(in: -50...500)
                let velocity: Double = [0, 1, -1].randomElement(using: &random) ?? 0
                let current = Bool.random(using: &random) ? random.exactLength(in: 0...300) : nil
                #expect(
                    try stored.targetOrthogonalOffset(
                        inSection: index, forProposedOffset: proposed, withScrollingVelocity: velocity, from: current,
                        preparing: .everything)
                        == content?.target(proposed: proposed, velocity: velocity, current: current) ?? 0, "\(context)")
                if let content, content.behavior != .none { orthogonal += 1 }
            }
            #expect(refusal { try stored.orthogonalStops(inSection: 3, preparing: .everything) }?.code == .notFound)
        }
        #expect(orthogonal > 0 || !TestSettings.takesAll)
    }

    @Test("Re-centring a carousel of several sets goes by whole sets", arguments: ["vertical", "horizontal"])
    func recentering(_ axis: String) throws {
        let test = try TestStore.ofOneSection(
            items: 4, width: "20", height: "20",
            definition: #"{"layout":"table","axis":"\#(axis)","rowSpacing":5,"wraps":true}"#,
            container: LayoutSize(width: 320, height: 320)
        ).prepared()
        func point(_ along: Double) -> LayoutPoint {
            axis == "vertical" ? LayoutPoint(x: 5, y: along) : LayoutPoint(x: along, y: 5)
        }
        // Three sets of 100 points, without the spacing after the last: their centre is at 147.5.
        for (along, expected) in [(147.5, 147.5), (47.5, 47.5), (47, 147), (247.5, 247.5), (250, 150), (1000, 200)] {
            let found = try test.wall.recenteredOffset(for: point(along), sets: 3)
            #expect(found.isMoved == (along != expected) && found.offset == point(expected), "\(along)")
        }
    }

    /// Gestures over twenty items 90 wide with 10 between them, in a container 300 wide: content 1990.
    struct Gesture: CustomTestStringConvertible {
        var testDescription: String
        /// The content insets at both ends.
        var inset: Double
        var snap: String
        /// The proposed offset, the velocity, and the offset to rest at.
        var targets: [[Double]]

        /// An inset, a definition, and behind it triples with commas between them.
        init(_ gesture: DataFile.Case) {
            testDescription = gesture.heading
            let start = gesture.text.firstIndex(of: "{") ?? gesture.text.startIndex
            let end = gesture.text.lastIndex(of: "}") ?? gesture.text.startIndex
            inset = Double(gesture.text[..<start].filter(\.isNumber)) ?? 0
            snap = String(gesture.text[start...end])
            targets = gesture.text[end...].dropFirst().split(separator: ",").map {
                $0.split(separator: " ").compactMap { Double($0) }
            }
        }
    }

    static let gestures = DataFile("Gestures.txt").cases.map(Gesture.init)

    @Test("Fractions, several items to a stop and content insets give offsets computed by hand", arguments: gestures)
    func byHand(_ gesture: Gesture) throws {
        let test = try TestStore.ofOneSection(
            items: 20,
            definition: """
                {"layout":"flow","axis":"horizontal","itemSize":{"width":90,"height":50},"lineSpacing":10,
                 "contentInsets":{"leading":\(gesture.inset),"trailing":\(gesture.inset)},"snap":\(gesture.snap)}
                """,
            container: LayoutSize(width: 300, height: 50)
        ).prepared()
        let layout = test.wall
        #expect(try layout.contentSize().width == 1990)
        for target in gesture.targets {
            let rest = try layout.targetContentOffset(
                forProposedContentOffset: LayoutPoint(x: target[0], y: 0),
                withScrollingVelocity: LayoutPoint(x: target[1], y: 0))
            #expect(rest.x == target[2], "\(target)")
        }
    }
}
