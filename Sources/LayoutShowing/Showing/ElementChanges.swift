package import LayoutCore

/// The answer to a view, and the elements in it whose objects can be reused.
package struct ElementChanges {
    package let elements: [LayoutAttributes]
    /// The former position of each unchanged one; −1 for the rest.
    let former: ContiguousArray<Int>

    /// Brings objects that were made of the last answer up to date: objects of unchanged elements stay.
    package func update<Object: AnyObject>(_ objects: inout [Object], _ make: (LayoutAttributes) -> Object) {
        let known = objects
        objects.removeAll(keepingCapacity: true)
        objects.reserveCapacity(elements.count)
        for (element, position) in zip(elements, former) {
            objects.append(known.indices.contains(position) ? known[position] : make(element))
        }
    }
}
