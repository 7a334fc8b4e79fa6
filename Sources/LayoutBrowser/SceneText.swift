internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

/// The messages to the page, as JSON. Lists of many are written by column: an object for each element would be most of
/// the bytes.
enum SceneText {
    /// `held` is the first of the items that were asked for and are there, by its place among them.
    static func layout(_ layout: BrowsedLayout, held: (place: Int, cell: LayoutAttributes)? = nil) -> JSONValue {
        object([
            "held": held.map { held in
                object([
                    "place": number(held.place), "section": number(place(held.cell.section)),
                    "item": number(held.cell.item), "frame": .array(frame(held.cell.frame)),
                ])
            } ?? .null,
            "name": .string(layout.name), "dataset": .string(layout.dataset), "kind": .string(layout.kind),
            "state": .string(layout.state.word), "axis": .string(layout.axis == .vertical ? "y" : "x"),
            "isFree": .bool(layout.isFree), "isMirrored": .bool(layout.isMirrored),
            "lapLength": .number(layout.lapLength), "content": size(layout.contentSize),
            "container": size(layout.container), "sections": number(layout.sectionCount),
            "items": number(layout.itemCount), "elements": number(layout.elementCount),
            "hasFrozenLines": .bool(layout.hasFrozenLines), "crossLapLength": .number(layout.crossLapLength),
            "isMirroredAcross": .bool(layout.isMirroredAcross),
            "wrap": layout.wrap.map { wrap in
                object([
                    "advance": .number(wrap.advance), "lineHeight": .number(wrap.lineHeight),
                    "inset": .number(wrap.inset),
                ])
            } ?? .null, "revision": .string(layout.revision),
            "generation": layout.generation.map { .integer(Int($0.rawValue)) } ?? .null,
        ])
    }

    /// The state of a layout beside its description: the search of a wall of hits, and the events at its source.
    static func state(_ search: HitWall.Progress?, _ notes: PageNotes) -> JSONValue {
        [
            "note": notes.last, "isLoading": .bool(notes.isLoading),
            "search": search.map { search in
                object([
                    "found": number(search.found), "fraction": .number(search.fraction),
                    "isComplete": .bool(search.isComplete), "limit": number(HitWall.shownLimit),
                ])
            } ?? .null,
        ]
    }

    static func scene(_ scene: LayoutScene) -> JSONValue {
        switch scene.detail {
        case .pieces(let pieces):
            return (["revision": .string(scene.revision), "pieces": self.pieces(pieces, scene.titles)])
        case .boxes(let boxes): return (["revision": .string(scene.revision), "boxes": .array(boxes.flatMap(frame))])
        case .elements: break
        }
        return
            ([
                "revision": .string(scene.revision), "elements": elements(scene.elements),
                "pins": .array(
                    scene.pins.map { pin in
                        object([
                            "element": elements([pin.element]), "low": .number(pin.range.lowerBound),
                            "high": .number(pin.range.upperBound), "keepsToEnd": .bool(pin.keepsToEnd),
                            "minimum": pin.minimumLength.map(JSONValue.number) ?? .null, "inset": .number(pin.inset),
                        ])
                    }), "sticky": scene.sticky.map(sticky) ?? .null,
                "sections": .array(
                    scene.sections.map { section in
                        object([
                            "index": number(section.index), "lap": number(section.lap), "title": text(section.title),
                            "isCollapsed": .bool(section.isCollapsed),
                            "frame": .array(frame(section.frame)), "orthogonal": number(section.orthogonal),
                            "offset": .number(section.offset), "leastOffset": .number(section.leastOffset),
                            "greatestOffset": .number(section.greatestOffset),
                            "stops": section.stops.map { .array($0.map(JSONValue.number)) } ?? .null,
                            "lines": section.frozenLines.map(lines) ?? .null,
                        ])
                    }),
            ])
    }

    /// The columns of elements are the source's; `targets` are their frames in the target. Opacities are of the
    /// source and the target, z-indices the lasting ones.
    static func transition(_ scene: TransitionScene) -> JSONValue {
        object([
            "layout": layout(scene.target), "from": .array(frame(scene.held.source)),
            "to": .array(frame(scene.held.target)), "elements": elements(scene.elements),
            "targets": .array(scene.targets.flatMap { frame($0.frame) }),
            "opacities": .array(
                zip(scene.elements, scene.targets).flatMap { [.number($0.attributes.alpha), .number($1.alpha)] }),
            "depths": .array(
                zip(scene.elements, scene.targets).map { number($1.alpha > 0 ? $1.zIndex : $0.attributes.zIndex) }),
        ])
    }

    private static func sticky(_ sticky: LayoutScene.Sticky) -> JSONValue {
        object([
            "rule": .string(sticky.rule.rawValue), "start": .number(sticky.start), "end": .number(sticky.end),
            "items": elements(sticky.items.map(\.element)), "levels": .array(sticky.items.map { number($0.level) }),
            "isAtEnd": .array(sticky.items.map { .bool($0.isAtEnd) }),
        ])
    }

    private static func lines(_ lines: FrozenLines) -> JSONValue {
        func strip(_ strip: FrozenLines.Strip) -> JSONValue { .array([.number(strip.start), .number(strip.end)]) }
        return
            ([
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
            ] { numbers.append(number(value)) }
            frames += frame(attributes.frame)
            if let host = attributes.host { hosts += frame(host.frame) }
            ids.append(id(attributes.itemID))
            texts += [text(element.key), text(element.title), text(element.detail)]
            pictures.append(element.hasImage ? .string(element.placeholder ?? "") : .null)
        }
        let wrapped = elements.map { element in
            element.wrapped.map { wrapped in
                JSONValue.array(wrapped.pieces.flatMap { [number($0.line), number($0.column), .string($0.text)] })
            } ?? .null
        }
        let isOutline = elements.contains { $0.outline?.isNested == true }
        let hasTexts = texts.contains { $0 != .null }
        return
            ([
                "names": .array(names.map(JSONValue.string)), "numbers": .array(numbers), "frames": .array(frames),
                "ids": ids.contains { $0 != .null } ? .array(ids) : .null, "texts": hasTexts ? .array(texts) : .null,
                "pictures": elements.contains(where: \.hasImage) ? .array(pictures) : .null,
                "hosts": hosts.isEmpty ? .null : .array(hosts),
                "wrapped": wrapped.contains { $0 != .null } ? .array(wrapped) : .null,
                "outline": isOutline ? .array(elements.map { outline($0.outline) }) : .null,
            ])
    }

    /// Columns: the section that takes most or −1, a section in it or −1, the cells, and 1 for stale, 2 for estimated.
    static func pieces(
        _ pieces: [OverviewPiece], _ titles: [Int: String], _ values: [FieldValue?]? = nil
    ) -> JSONValue {
        object([
            "titles": .object(
                titles.sorted { $0.key < $1.key }.map { .init(key: "\($0.key)", value: .string($0.value)) }),
            "sections": .array(pieces.map { number(place($0.section)) }),
            "places": .array(pieces.map { number(place($0.place)) }),
            "cells": .array(
                pieces.map { piece in
                    // A short layout has a part of an item in each piece.
                    let step = piece.cells < 1 ? 1024.0 : 8
                    return .number((piece.cells * step).rounded() / step)
                }), "flags": .array(pieces.map { number(($0.isStale ? 1 : 0) + ($0.isEstimated ? 2 : 0)) }),
            "values": values.map { .array($0.map(value)) } ?? .null,
        ])
    }

    static func details(_ details: ItemDetails, rank: Int? = nil) -> JSONValue {
        let element = details.element
        let payload = element.payload.map { (try? JSONValue(parsing: $0)) ?? .string($0) } ?? .null
        return
            ([
                "section": number(place(element.attributes.section)), "item": number(element.attributes.item),
                "id": id(element.attributes.itemID), "frame": .array(frame(element.attributes.frame)),
                "zIndex": number(element.attributes.zIndex), "isStale": .bool(element.attributes.isStale),
                "key": text(element.key), "title": text(details.title), "detail": text(details.detail),
                "hasPicture": .bool(details.hasImage), "sectionTitle": text(details.sectionTitle),
                "position": .number(details.position), "width": details.width.map(JSONValue.number) ?? .null,
                "height": details.height.map(JSONValue.number) ?? .null, "payload": payload,
                "outline": outline(details.outline), "rank": rank.map(number) ?? .null,
            ])
    }

    static func search(_ slice: SearchSlice) -> JSONValue {
        object([
            "hits": .array(slice.hits.map(hit)),
            "next": text(slice.next?.text), "fraction": .number(slice.fraction), "isIndexed": .bool(slice.isIndexed),
        ])
    }

    /// The number of hits of a part, and the frames of some of them.
    static func found(_ slice: SearchSlice, _ marks: [LayoutRect]) -> JSONValue {
        object([
            "count": number(slice.ids.count), "marks": .array(marks.flatMap(frame)), "next": text(slice.next?.text),
            "fraction": .number(slice.fraction), "isIndexed": .bool(slice.isIndexed),
        ])
    }

    static func next(_ slice: NextHitSlice) -> JSONValue {
        object([
            "hit": slice.hit.map(hit) ?? .null, "next": text(slice.next?.text), "count": number(slice.count),
        ])
    }

    private static func hit(_ hit: SearchSlice.Hit) -> JSONValue {
        object([
            "section": number(hit.section), "item": hit.item.map(number) ?? .null, "id": id(hit.itemID),
            "key": text(hit.key), "title": text(hit.title), "frame": .array(frame(hit.frame)),
            "isHidden": .bool(hit.isHidden), "hidingID": id(hit.hidingItemID),
        ])
    }

    static func explanation(_ explanation: QueryExplanation) -> JSONValue {
        object([
            "steps": .array(
                explanation.steps.map { step in
                    object([
                        "step": .string(step.name), "read": number(step.readCount), "kept": number(step.keptCount),
                        "milliseconds": .number((step.seconds * 1e6).rounded() / 1e3), "sql": text(step.sql),
                        "plan": .array(step.plan.map(JSONValue.string)),
                    ])
                }), "bands": .array(explanation.bands.map(band)),
            "blocks": .array(explanation.blocks.flatMap { frame($0.frame) }),
        ])
    }

    static func enclosed(_ enclosed: EnclosedScene) -> JSONValue {
        let rect = enclosed.rect
        return
            ([
                "layout": layout(enclosed.layout),
                "rect": object([
                    "x": .number(rect.x), "y": .number(rect.y), "w": .number(rect.width), "h": .number(rect.height),
                ]), "scene": scene(enclosed.scene), "rail": pieces(enclosed.rail.pieces, enclosed.rail.titles),
                "explanation": explanation(enclosed.explanation), "items": .array(enclosed.items.map { details($0) }),
            ])
    }

    static func rebuilt(
        _ report: PreparationReport, _ bands: [QueryExplanation.Band], _ layout: BrowsedLayout
    ) -> JSONValue {
        object([
            "elementsWritten": number(report.elementsWritten), "sectionsPrepared": number(report.sectionsPrepared),
            "milliseconds": .number((report.seconds * 1e6).rounded() / 1e3), "bands": .array(bands.map(band)),
            "layout": self.layout(layout),
        ])
    }

    private static func band(_ band: QueryExplanation.Band) -> JSONValue {
        object([
            "frame": .array(frame(band.frame)), "section": number(place(band.section)),
            "elements": number(band.elementCount), "isStale": .bool(band.isStale),
            "isEstimated": .bool(band.isEstimated),
        ])
    }

    // MARK: Values

    private static func object(_ object: JSONValue) -> JSONValue { object }

    /// A section's index; −1 for what belongs to none.
    private static func place(_ section: Int?) -> Int { section ?? -1 }

    private static func value(_ value: FieldValue?) -> JSONValue {
        switch value {
        case .number(let number)?: .number(number)
        case .text(let text)?: .string(text)
        case nil: .null
        }
    }

    private static func outline(_ row: OutlineRow?) -> JSONValue {
        number(row.map { $0.level * 4 + ($0.isBranch ? 1 : 0) + ($0.isCollapsed ? 2 : 0) } ?? 0)
    }

    private static func number(_ number: Int) -> JSONValue { .number(Double(number)) }

    private static func id(_ id: Int64?) -> JSONValue { id.map { .string("\($0)") } ?? .null }

    private static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    private static func size(_ size: LayoutSize) -> JSONValue { .array([.number(size.width), .number(size.height)]) }

    private static func frame(_ frame: LayoutRect) -> [JSONValue] {
        [.number(frame.x), .number(frame.y), .number(frame.width), .number(frame.height)]
    }
}

extension JSONValue {
    /// An object with the members of another one after its own.
    func adding(_ other: JSONValue) -> JSONValue {
        guard case .object(let own) = self, case .object(let more) = other else { return self }
        return .object(own + more)
    }
}
