package import LayoutCore

/// The answer to a view, and the elements in it whose objects can be reused.
package struct ElementChanges {
    enum Former {
        /// All are at their former positions; the changed ones are listed, in ascending order.
        case inPlace(changed: ContiguousArray<Int>)
        /// The former position of each unchanged one; −1 for the rest.
        case moved(ContiguousArray<Int>)
        /// None of them was there.
        case new
    }

    package let elements: [LayoutAttributes]
    let former: Former

    /// Brings objects that were made of the last answer up to date: objects of unchanged elements stay.
    package func update<Object: AnyObject>(_ objects: inout [Object], _ make: (LayoutAttributes) -> Object) {
        switch former {
        case .inPlace(let changed):
            if objects.count > elements.count { objects.removeLast(objects.count - elements.count) }
            for position in changed {
                let object = make(elements[position])
                if position < objects.count { objects[position] = object } else { objects.append(object) }
            }
        case .moved(let positions):
            let known = objects
            objects.removeAll(keepingCapacity: true)
            for (element, position) in zip(elements, positions) {
                objects.append(known.indices.contains(position) ? known[position] : make(element))
            }
        case .new:
            objects.removeAll(keepingCapacity: true)
            objects.reserveCapacity(elements.count)
            for element in elements { objects.append(make(element)) }
        }
    }
}
