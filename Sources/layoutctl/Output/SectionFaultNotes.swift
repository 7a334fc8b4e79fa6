internal import LayoutCache

extension Console {
    /// Reports the sections whose own definitions cannot be used in a layout.
    func noteFaults(ofLayout name: String, in store: LayoutStore) throws {
        for fault in try store.sectionFaults(ofLayout: name) {
            note(
                "the layout “\(name)”, section \(fault.section): its definition is not used: "
                    + "\(fault.path): \(fault.message)")
        }
    }
}
