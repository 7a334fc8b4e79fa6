#embed "../../Migrations/0001_user_tables.sql" suffix(, 0,) if_empty(0,)
#embed "../../Migrations/derived_tables.sql" suffix(, 0,) if_empty(0,)
#embed "../../Migrations/views.sql" suffix(, 0,) if_empty(0,)
#embed "../../Migrations/triggers.sql" suffix(, 0,) if_empty(0,)
