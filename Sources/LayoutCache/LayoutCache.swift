// The module that an app imports: the store, and the modules beside it.
@_exported public import LayoutCore
@_exported public import LayoutRepair
@_exported public import LayoutSQLFunctions
@_exported public import LayoutShowing
