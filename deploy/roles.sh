#!/bin/sh
# Runs once, when the database is created. The login of web and worker owns nothing (docs/operating/database-roles.md).
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -v password="$CANDOR_SERVER_PASSWORD" <<'SQL'
create role candor_app nologin;
create role candor_server login password :'password' in role candor_app;
SQL
