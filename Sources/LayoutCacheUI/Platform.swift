// Names for what UIKit and AppKit call differently. Tests on other systems bring stand-ins of UIKit's declarations in
// the same module, and define LAYOUT_STAND_INS.
#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

#if canImport(UIKit) || LAYOUT_STAND_INS
public typealias PlatformCollectionView = UICollectionView
public typealias PlatformCollectionViewLayout = UICollectionViewLayout
public typealias PlatformLayoutAttributes = UICollectionViewLayoutAttributes
public typealias PlatformInvalidationContext = UICollectionViewLayoutInvalidationContext
public typealias PlatformCollectionViewDataSource = UICollectionViewDataSource
public typealias PlatformCell = UICollectionViewCell
public typealias PlatformSupplementaryView = UICollectionReusableView
#elseif canImport(AppKit)
public typealias PlatformCollectionView = NSCollectionView
public typealias PlatformCollectionViewLayout = NSCollectionViewLayout
public typealias PlatformLayoutAttributes = NSCollectionViewLayoutAttributes
public typealias PlatformInvalidationContext = NSCollectionViewLayoutInvalidationContext
public typealias PlatformCollectionViewDataSource = NSCollectionViewDataSource
public typealias PlatformCell = NSCollectionViewItem
public typealias PlatformSupplementaryView = NSView
#endif
