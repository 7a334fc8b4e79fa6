import LayoutStoreTestSupport
@testable import LayoutSchema
import Testing
@testable import LayoutCore

/// Taking schema files apart.
@Suite struct SQLStatementsTests {
    @Test("A statement ends at the end of a line, not in a comment, and a trigger at its END")
    func split() {
        let statements = SQLStatements.split(
            """
            -- A comment before it;
            CREATE TABLE a (
              x INTEGER, -- the x;
              -- nothing;
              y TEXT);
            CREATE VIEW v AS -- one row;
            SELECT 1;

            CREATE TRIGGER t AFTER INSERT ON a BEGIN -- begins;
              DELETE FROM a;
            END;
            """)
        #expect(statements.count == 3)
        #expect(statements.first?.hasSuffix("y TEXT)") == true)
        #expect(statements.last?.hasSuffix("END") == true)
        #expect(statements.compactMap { SQLStatements.created(by: $0)?.name } == ["a", "v", "t"])
    }
}
