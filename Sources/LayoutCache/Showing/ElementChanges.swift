/// What a view is answered, and what of it an object was made of for the answer before.
package struct ElementChanges {
    enum Former {
        /// All are at their former positions, but for those that are others, in ascending order.
        case inPlace(changed: ContiguousArray<Int>)
        /// The former position of each that stayed as it is; −1 for all others.
        case moved(ContiguousArray<Int>)
        /// None of them was there.
        case new
    }

    package let elements: [LayoutAttributes]
    let former: Former

    /// Brings objects that were made of the last answer up to date: those of elements that stay as they are stay.
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
