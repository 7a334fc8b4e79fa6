extension RandomEdit {
    /// The kinds of changes, by the word that a failure prints.
    public enum Kind: String, CaseIterable, Sendable {
        case resize, resizeRun, forgetSize, span, moveOrigin, mark, describe
        case insertBetween, insertAtEnd, insertMany, insertCopies, upsert, replaceItem, replacePlace
        case moveWithin, moveAcross, moveMany, swap, shiftAll, shiftSome, renameItem, renameMany
        case delete, deleteRun, emptySection, evenOut
        case defineSection, measureSection, insertSection, upsertSection, replaceSection, titleSection
        case moveSection, swapSections, renameSection, deleteSection, undo
        case measure, measureBar

        /// Kinds that every layout depends on.
        public static let ofRows = allCases.filter { $0 != .measure && $0 != .measureBar }

        /// Whether it changes nothing that a layout depends on.
        public var isSilent: Bool { [.mark, .describe, .titleSection, .undo].contains(self) }

        /// Whether it may leave fewer sections.
        var endsSections: Bool { self == .deleteSection || self == .replaceSection }
    }
}

extension RandomEdit.Kind {
    /// Its statements with their words in braces, with “; ” between separate ones. One of several
    /// is drawn.
    ///
    /// `{id}` is an item at `{at}` of the section `{home}`, `{other}` one beside it at `{there}`; `{section}` is any
    /// section.
    var templates: [String] {
        switch self {
        case .resize: ["UPDATE {or}item SET width = {width}, height = {height} WHERE id = {id}"]
        case .resizeRun:
            [
                "UPDATE {or}item SET width = {width}, height = {height} WHERE id BETWEEN {id} AND {id} + {0...20}",
                "UPDATE {or}item AS i SET height = (SELECT max(height) FROM item WHERE section_id = i.section_id), "
                    + "width = NULL WHERE id = {id}",
            ]
        case .forgetSize: ["UPDATE item SET width = NULL, height = NULL WHERE id = {id}"]
        case .span: ["UPDATE item SET span = {span}, row_span = {row span} WHERE id = {id}"]
        case .moveOrigin:
            [
                "UPDATE item SET x = {x}, y = {y} WHERE id = {id}",
                "UPDATE item SET x = {x}, y = {y} WHERE id % 7 = {0...6}",
            ]
        case .mark:
            [
                "UPDATE item SET height = height WHERE id = {id}",
                "UPDATE item SET width = width, height = height, section_id = section_id WHERE id = {id}",
            ]
        case .describe:
            [
                "UPDATE item SET key = 'k{id}', payload = json_object('n', {0...9}) WHERE id = {id}",
                "UPDATE item SET payload = json_object('n', {0...9}) WHERE section_id = {section}",
            ]
        case .insertBetween:
            [
                "INSERT {or}INTO item ({columns}) VALUES ({section}, {between}, {size})",
                "INSERT INTO {item row} ON CONFLICT DO NOTHING",
            ]
        case .insertAtEnd:
            [
                "INSERT {or}INTO item ({columns}) VALUES ({section}, {end}, {size})",
                "INSERT INTO item (section_id, height) VALUES ({section}, {height})",
            ]
        case .insertMany:
            [
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {2...40}) "
                    + "INSERT INTO item ({columns}) SELECT {section}, {start} + {room} / 41.0 * i, {size} FROM n"
            ]
        case .insertCopies:
            [
                "INSERT {or}INTO item ({columns}) SELECT {section}, position + {step}, height, width FROM item "
                    + "WHERE section_id = {second}"
            ]
        case .upsert:
            [
                "INSERT INTO item ({columns with id}) VALUES ({id}, {section}, 0.125, {size}) "
                    + "ON CONFLICT DO UPDATE SET width = excluded.width, height = excluded.height",
                "INSERT INTO {item row} "
                    + "ON CONFLICT (id) DO UPDATE SET section_id = excluded.section_id, position = excluded.position",
                "INSERT INTO item ({columns with id}) VALUES ({other}, {home}, {at}, {size}) "
                    + "ON CONFLICT (section_id, position) "
                    + "DO UPDATE SET width = excluded.width, height = excluded.height, id = excluded.id",
            ]
        case .replaceItem:
            [
                "REPLACE INTO item ({columns with id}) VALUES ({id}, {section}, {between}, {size})",
                "INSERT {or}INTO {item row}",
            ]
        case .replacePlace:
            [
                "INSERT OR REPLACE INTO item ({columns}) VALUES ({home}, {at}, {size})",
                "INSERT {or}INTO item (key, {columns}) VALUES ('s{id}', {home}, {at}, {size})",
            ]
        case .moveWithin: ["UPDATE OR IGNORE item SET position = {within} WHERE id = {id}"]
        case .moveAcross:
            [
                "UPDATE OR IGNORE item SET section_id = {section}, position = {between} WHERE id = {id}",
                "UPDATE {or}item SET section_id = {section}, position = {there} WHERE id = {id}",
            ]
        case .moveMany: ["UPDATE {or}item SET section_id = {section} WHERE id % 11 = {0...10}"]
        case .swap:
            [
                "UPDATE item SET position = -1e6 WHERE id = {id}; UPDATE item SET position = {at} WHERE id = {other}; "
                    + "UPDATE OR IGNORE item SET position = {there} WHERE id = {id}"
            ]
        case .shiftAll:
            [
                "UPDATE item SET position = position + 100000 WHERE section_id = {section}; "
                    + "UPDATE item SET position = position - 99990 WHERE section_id = {section}"
            ]
        case .shiftSome:
            [
                "UPDATE {or}item SET position = position + {step} WHERE section_id = {section}",
                "UPDATE item SET position = NULL WHERE id = {id}",
            ]
        case .renameItem:
            [
                "UPDATE item SET id = (SELECT max(id) FROM item) + {1...3} WHERE id = {id}",
                "UPDATE {or}item SET id = {other} WHERE id = {id}",
            ]
        case .renameMany:
            [
                "UPDATE {or}item SET id = {id}, position = {there} WHERE id % 7 = {0...6}",
                "UPDATE {or}item SET id = id + {1...12} WHERE section_id = {section}",
            ]
        case .delete: ["DELETE FROM item WHERE id = {id}"]
        case .deleteRun:
            [
                "DELETE FROM item WHERE section_id = {home} AND position BETWEEN {at} AND {run end}",
                "DELETE FROM item WHERE section_id = {home} AND position > {there}",
            ]
        case .emptySection:
            // All items are deleted so rarely that the others have something to change.
            [String](repeating: "DELETE FROM item WHERE section_id = {section}", count: 19) + ["DELETE FROM item"]
        case .evenOut: ["UPDATE item SET width = {width}, height = {height} WHERE section_id = {section}"]
        default: sectionTemplates
        }
    }

    private var sectionTemplates: [String] {
        switch self {
        case .defineSection:
            // Insets make columns of a waterfall that scale items by what is no power of two.
            [
                "NULL", "json_object('rowSpacing', 3, 'itemSpacing', 4)",
                "json_object('header', json_object('height', 9))",
                "json_object('rowSpacing', 3, 'sectionInsets', {inset})", "json_object('no such key', 1)", "'nothing'",
            ].map { "UPDATE section SET definition = \($0) WHERE id = {section}" }
        case .measureSection:
            [
                "UPDATE {or}section SET {bar} = {some length} WHERE id = {section}",
                "UPDATE {or}section SET {inset side} = {some length} WHERE id = {section}",
            ]
        case .insertSection:
            ["INSERT OR IGNORE INTO section (dataset_id, position, title) VALUES (1, {between sections}, 'new')"]
        case .upsertSection:
            [
                "INSERT {or}INTO {section row}, {some length})",
                "INSERT INTO {section row}, {some length}) ON CONFLICT (id) "
                    + "DO UPDATE SET position = excluded.position, header_height = excluded.header_height",
                "INSERT INTO {section row}, {some length}) ON CONFLICT (dataset_id, position) "
                    + "DO UPDATE SET header_width = 4",
            ]
        case .replaceSection: ["REPLACE INTO {section row}, 12.5)"]
        case .titleSection: ["UPDATE section SET title = 'title {0...9}' WHERE id = {section}"]
        case .moveSection:
            [
                "UPDATE {or}section SET position = {section at} WHERE id = {section}",
                "UPDATE section SET position = -position WHERE dataset_id = {dataset}",
                "UPDATE {or}section SET dataset_id = {dataset} WHERE id = {section}",
            ]
        case .swapSections:
            [
                "UPDATE section SET position = -1e6 WHERE id = {section}; "
                    + "UPDATE section SET position = {place} WHERE id = {second}; "
                    + "UPDATE OR IGNORE section SET position = {second place} WHERE id = {section}"
            ]
        case .renameSection:
            [
                "UPDATE {or}section SET id = id + {1...8} WHERE id = {section}",
                "UPDATE {or}section SET id = {second}, position = {section at} WHERE id = {section}",
            ]
        case .deleteSection: ["DELETE FROM section WHERE id = {section}"]
        case .undo:
            ["SAVEPOINT one;DELETE FROM item WHERE section_id = {section};ROLLBACK TO one;RELEASE one"]
        case .measure: measurementTemplates
        case .measureBar:
            [
                "INSERT {or}INTO section_measurement (measure, section_id, {bar}) "
                    + "VALUES ('{measure}', {section}, {length})",
                "INSERT INTO section_measurement (measure, section_id, header_height) "
                    + "VALUES ('{measure}', {section}, {length}) "
                    + "ON CONFLICT (section_id, measure) DO UPDATE SET header_height = excluded.header_height",
                "UPDATE {or}section_measurement SET {bar} = {some length}, measure = '{measure}'",
                "UPDATE section_measurement SET {bar} = NULL WHERE section_id = {section}",
                "UPDATE {or}section_measurement SET section_id = {section}",
                "DELETE FROM section_measurement WHERE section_id = {section}",
            ]
        default: []
        }
    }

    /// Sizes for the measure `m`, or for one that no layout names.
    private var measurementTemplates: [String] {
        [
            "INSERT {or}INTO {measured row}",
            "INSERT INTO {measured row} "
                + "ON CONFLICT (item_id, measure) DO UPDATE SET width = excluded.width, height = excluded.height",
            "REPLACE INTO {measured row}",
            "UPDATE {or}measurement SET width = {width}, height = {height} WHERE item_id = {id}",
            "UPDATE {or}measurement SET measure = '{measure}' WHERE item_id % 5 = {0...4}",
            "UPDATE {or}measurement SET item_id = item_id + 1 WHERE item_id = {id}",
            "DELETE FROM measurement WHERE item_id = {id}",
        ]
    }
}
