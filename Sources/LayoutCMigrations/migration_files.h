#embed "../../Migrations/0001_user_tables.sql" suffix(, 0,) if_empty(0,)
#embed "../../Migrations/0002_derived_tables.sql" suffix(, 0,) if_empty(0,)
#embed "../../Migrations/0003_views.sql" suffix(, 0,) if_empty(0,)
#embed "../../Migrations/invalidation.sql" suffix(, 0,) if_empty(0,)
