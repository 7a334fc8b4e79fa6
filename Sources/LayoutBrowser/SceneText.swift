internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

extension JSONValue {
    /// A value with one meaning in a message.
    protocol MessageValue { var inMessage: JSONValue { get } }
}

extension JSONValue: JSONValue.MessageValue {
    var inMessage: JSONValue { self }

    /// An object with these members.
    static func message(_ members: KeyValuePairs<String, any MessageValue>) -> JSONValue {
        .object(members.map { Member(key: $0.key, value: $0.value.inMessage) })
    }

    /// An object with further members after its own.
    func adding(_ members: KeyValuePairs<String, any MessageValue>) -> JSONValue {
        guard case .object(let own) = self, case .object(let more) = JSONValue.message(members) else { return self }
        return .object(own + more)
    }
}

extension Bool: JSONValue.MessageValue { var inMessage: JSONValue { .bool(self) } }
extension Int: JSONValue.MessageValue { var inMessage: JSONValue { .integer(self) } }
extension Double: JSONValue.MessageValue { var inMessage: JSONValue { .number(self) } }
extension String: JSONValue.MessageValue { var inMessage: JSONValue { .string(self) } }
extension Optional: JSONValue.MessageValue where Wrapped: JSONValue.MessageValue {
    var inMessage: JSONValue { self?.inMessage ?? .null }
}
extension Array: JSONValue.MessageValue where Element: JSONValue.MessageValue {
    var inMessage: JSONValue { .array(map(\.inMessage)) }
}
extension LayoutRect: JSONValue.MessageValue { var inMessage: JSONValue { [x, y, width, height].inMessage } }
extension LayoutSize: JSONValue.MessageValue { var inMessage: JSONValue { [width, height].inMessage } }

extension FieldValue: JSONValue.MessageValue {
    var inMessage: JSONValue {
        switch self {
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        }
    }
}

/// The messages to the page, as JSON. Lists of many are written by column: an object for each element would be most of
/// the bytes.
enum SceneText {
    /// `held` is the first of the items that were asked for and are there, by its place among them.
    static func layout(_ layout: BrowsedLayout, held: (place: Int, cell: LayoutAttributes)? = nil) -> JSONValue {
        .message([
            "held": held.map { held in
                JSONValue.message([
                    "place": held.place, "section": place(held.cell.section), "item": held.cell.item,
                    "frame": held.cell.frame,
                ])
            }, "name": layout.name, "dataset": layout.dataset, "kind": layout.kind, "state": layout.state.word,
            "axis": layout.axis == .vertical ? "y" : "x", "isFree": layout.isFree, "isMirrored": layout.isMirrored,
            "lapLength": layout.lapLength, "content": layout.contentSize, "container": layout.container,
            "sections": layout.sectionCount, "items": layout.itemCount, "elements": layout.elementCount,
            "hasFrozenLines": layout.hasFrozenLines, "crossLapLength": layout.crossLapLength,
            "isMirroredAcross": layout.isMirroredAcross,
            "wrap": layout.wrap.map {
                JSONValue.message(["advance": $0.advance, "lineHeight": $0.lineHeight, "inset": $0.inset])
            }, "revision": layout.revision, "generation": layout.generation.map { Int($0.rawValue) },
        ])
    }

    static func scene(_ scene: LayoutScene) -> JSONValue {
        let message = JSONValue.message(["revision": scene.revision])
        switch scene.detail {
        case .pieces(let pieces): return message.adding(["pieces": self.pieces(pieces, scene.titles)])
        case .boxes(let boxes): return message.adding(["boxes": JSONValue.array(boxes.flatMap(frame))])
        case .elements: break
        }
        return message.adding([
            "elements": elements(scene.elements),
            "pins": scene.pins.map { pin in
                JSONValue.message([
                    "element": elements([pin.element]), "low": pin.range.lowerBound, "high": pin.range.upperBound,
                    "keepsToEnd": pin.keepsToEnd, "minimum": pin.minimumLength, "inset": pin.inset,
                ])
            }, "sticky": scene.sticky.map(sticky),
            "sections": scene.sections.map { section in
                JSONValue.message([
                    "index": section.index, "lap": section.lap, "title": section.title,
                    "isCollapsed": section.isCollapsed, "frame": section.frame, "orthogonal": section.orthogonal,
                    "offset": section.offset, "leastOffset": section.leastOffset,
                    "greatestOffset": section.greatestOffset, "stops": section.stops,
                    "lines": section.frozenLines.map(lines),
                ])
            },
        ])
    }

    /// The columns of elements are the source's; `targets` are their frames in the target. Opacities are of the
    /// source and the target, z-indices the lasting ones.
    static func transition(_ scene: LayoutScene.Transition) -> JSONValue {
        let pairs = Array(zip(scene.elements.map(\.attributes), scene.targets))
        return .message([
            "layout": layout(scene.target), "from": scene.held.source, "to": scene.held.target,
            "elements": elements(scene.elements),
            "targets": JSONValue.array(scene.targets.flatMap { frame($0.frame) }),
            "opacities": pairs.flatMap { [$0.alpha, $1.alpha] },
            "depths": pairs.map { $1.alpha > 0 ? $1.zIndex : $0.zIndex },
        ])
    }

    private static func sticky(_ sticky: LayoutScene.Sticky) -> JSONValue {
        .message([
            "rule": sticky.rule.rawValue, "start": sticky.start, "end": sticky.end,
            "items": elements(sticky.items.map(\.element)), "levels": sticky.items.map(\.level),
            "isAtEnd": sticky.items.map(\.isAtEnd),
        ])
    }

    private static func lines(_ lines: FrozenLines) -> JSONValue {
        func strip(_ strip: AxisRange) -> [Double] { [strip.start, strip.end] }
        return .message([
            "top": strip(lines.top), "bottom": strip(lines.bottom), "left": strip(lines.left),
            "right": strip(lines.right),
        ])
    }

    /// Columns: `kind` (0 cell, 1 supplementary, 2 decoration), `flags`, and others. Texts are the key, the label and
    /// the detail. A picture is null, or its text, maybe empty. Flags are 1 stale and 2 moved by its section's offset.
    /// In a sheet, 4 and 8 are the part of its rows, 16 and 32 of its columns; 64 is a repetition of these. The
    /// rest, from 128, is the motion. `ids` are the row ids of cells' items, as texts, because a number of JavaScript
    /// has 53 bits. `hosts` are the frames of the cells that badges move with, in their order. `wrapped` are the pieces
    /// of a label: the line, the column and the text of each. `outline` are the levels of rows times four, and 1 for a
    /// branch, 2 for a collapsed one.
    private static func elements(_ elements: [LayoutScene.Element]) -> JSONValue {
        var names: [String] = []
        var numbers: [JSONValue] = []
        var frames: [JSONValue] = []
        var texts: [JSONValue] = []
        numbers.reserveCapacity(elements.count * 7)
        frames.reserveCapacity(elements.count * 4)
        texts.reserveCapacity(elements.count * 3)
        var pictures: [JSONValue] = []
        var hosts: [JSONValue] = []
        var ids: [JSONValue] = []
        ids.reserveCapacity(elements.count)
        for element in elements {
            let attributes = element.attributes
            var name = -1
            if let elementKind = attributes.elementKind {
                name = names.firstIndex(of: elementKind) ?? names.count
                if name == names.count { names.append(elementKind) }
            }
            let flags =
                (attributes.isStale ? 1 : 0) + (element.movesAcross ? 2 : 0) + element.rows.rawValue * 4 + element
                .columns.rawValue * 16 + (element.isRepeatedAcross ? 64 : 0) + 128 * (attributes.motion?.stored ?? 0)
            for value in [
                attributes.kind == .cell ? 0 : attributes.kind == .supplementary ? 1 : 2, name,
                place(attributes.section), attributes.item, attributes.zIndex, attributes.lap, flags,
            ] { numbers.append(.integer(value)) }
            frames += frame(attributes.frame)
            if let host = attributes.host { hosts += frame(host.frame) }
            ids.append(id(attributes.itemID).inMessage)
            texts += [element.key, element.title, element.detail].map(\.inMessage)
            pictures.append(element.hasImage ? .string(element.placeholder ?? "") : .null)
        }
        let wrapped = elements.map { element in
            element.wrapped.map { wrapped in
                wrapped.pieces.flatMap { [$0.line.inMessage, $0.column.inMessage, .string($0.text)] }
            }
        }
        let isOutline = elements.contains { $0.outline?.isNested == true }
        let hasNames = ids.contains { $0 != .null }
        let hasTexts = texts.contains { $0 != .null }
        return .message([
            "names": names, "numbers": JSONValue.array(numbers), "frames": JSONValue.array(frames),
            "ids": hasNames ? ids : nil, "texts": hasTexts ? texts : nil,
            "pictures": elements.contains(where: \.hasImage) ? pictures : nil, "hosts": hosts.isEmpty ? nil : hosts,
            "wrapped": wrapped.contains { $0 != nil } ? wrapped : nil,
            "outline": isOutline ? elements.map { outline($0.outline) } : nil,
        ])
    }

    /// Columns: the section that takes most or −1, a section in it or −1, the cells, and 1 for stale, 2 for estimated.
    static func pieces(
        _ pieces: [LayoutReader.OverviewPiece], _ titles: [Int: String], _ values: [FieldValue?]? = nil
    ) -> JSONValue {
        let titles = titles.sorted { $0.key < $1.key }.map {
            JSONValue.Member(key: "\($0.key)", value: .string($0.value))
        }
        return .message([
            "titles": JSONValue.object(titles), "sections": pieces.map { place($0.section) },
            "places": pieces.map { place($0.place) },
            "cells": pieces.map { piece in
                // A short layout has a part of an item in each piece.
                let step = piece.cells < 1 ? 1024.0 : 8
                return (piece.cells * step).rounded() / step
            }, "flags": pieces.map { ($0.isStale ? 1 : 0) + ($0.isEstimated ? 2 : 0) }, "values": values,
        ])
    }

    static func details(_ details: ItemDetails, rank: Int? = nil) -> JSONValue {
        let element = details.element
        let attributes = element.attributes
        return .message([
            "section": place(attributes.section), "item": attributes.item, "id": id(attributes.itemID),
            "frame": attributes.frame, "zIndex": attributes.zIndex, "isStale": attributes.isStale, "key": element.key,
            "title": details.title, "detail": details.detail, "hasPicture": details.hasImage,
            "sectionTitle": details.sectionTitle, "position": details.position, "width": details.width,
            "height": details.height,
            "payload": element.payload.map { (try? JSONValue(parsing: $0)) ?? .string($0) },
            "outline": outline(details.outline), "rank": rank,
        ])
    }

    static func search(_ slice: SearchSlice) -> JSONValue {
        .message(["hits": slice.hits.map(hit)]).adding(progress(slice))
    }

    /// The number of hits of a part, and the frames of some of them.
    static func found(_ slice: SearchSlice, _ marks: [LayoutRect]) -> JSONValue {
        .message(["count": slice.ids.count, "marks": JSONValue.array(marks.flatMap(frame))]).adding(progress(slice))
    }

    private static func progress(_ slice: SearchSlice) -> KeyValuePairs<String, any JSONValue.MessageValue> {
        ["next": slice.next?.text, "fraction": slice.fraction, "isIndexed": slice.isIndexed]
    }

    static func next(_ slice: NextHitSlice) -> JSONValue {
        .message(["hit": slice.hit.map(hit), "next": slice.next?.text, "count": slice.count])
    }

    private static func hit(_ hit: SearchSlice.Hit) -> JSONValue {
        .message([
            "section": hit.section, "item": hit.item, "id": id(hit.itemID), "key": hit.key, "title": hit.title,
            "frame": hit.frame, "isHidden": hit.isHidden, "hidingID": id(hit.hidingItemID),
        ])
    }

    static func explanation(_ explanation: QueryExplanation) -> JSONValue {
        .message([
            "steps": explanation.steps.map { step in
                JSONValue.message([
                    "step": step.name, "read": step.readCount, "kept": step.keptCount,
                    "milliseconds": milliseconds(step.seconds), "sql": step.sql, "plan": step.plan,
                ])
            }, "bands": explanation.bands.map(band),
            "blocks": JSONValue.array(explanation.blocks.flatMap { frame($0.frame) }),
        ])
    }

    static func enclosed(_ enclosed: LayoutScene.Enclosed) -> JSONValue {
        let rect = enclosed.rect
        return .message([
            "layout": layout(enclosed.layout),
            "rect": JSONValue.message(["x": rect.x, "y": rect.y, "w": rect.width, "h": rect.height]),
            "scene": scene(enclosed.scene), "rail": pieces(enclosed.rail.pieces, enclosed.rail.titles),
            "explanation": explanation(enclosed.explanation), "items": enclosed.items.map { details($0) },
        ])
    }

    static func rebuilt(
        _ report: PreparationReport, _ bands: [QueryExplanation.Band], _ layout: BrowsedLayout
    ) -> JSONValue {
        .message([
            "elementsWritten": report.elementsWritten, "sectionsPrepared": report.sectionsPrepared,
            "milliseconds": milliseconds(report.seconds), "bands": bands.map(band), "layout": self.layout(layout),
        ])
    }

    private static func band(_ band: QueryExplanation.Band) -> JSONValue {
        .message([
            "frame": band.frame, "section": place(band.section), "elements": band.elementCount,
            "isStale": band.isStale, "isEstimated": band.isEstimated,
        ])
    }

    // MARK: Values

    /// A section's index; −1 for what belongs to none.
    private static func place(_ section: Int?) -> Int { section ?? -1 }

    /// A row id as a text, because a number of JavaScript has 53 bits.
    private static func id(_ id: Int64?) -> String? { id.map { "\($0)" } }

    private static func milliseconds(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e3 }

    private static func outline(_ row: ItemDetails.OutlineRow?) -> Int {
        row.map { $0.level * 4 + ($0.isBranch ? 1 : 0) + ($0.isCollapsed ? 2 : 0) } ?? 0
    }

    private static func frame(_ frame: LayoutRect) -> [JSONValue] {
        [.number(frame.x), .number(frame.y), .number(frame.width), .number(frame.height)]
    }
}
