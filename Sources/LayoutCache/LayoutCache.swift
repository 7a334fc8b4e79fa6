// What an app imports: the store, and what stands beside it.
@_exported public import LayoutCore
@_exported public import LayoutRepair
@_exported public import LayoutShowing
