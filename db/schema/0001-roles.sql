-- Roles, schemas, and the roles' access to them.
--
-- candor_app is what the application runs as. It owns nothing and is granted what it needs, table by table. Logins are
-- made by each installation: the server's login role is a member of candor_app.
--
-- candor_read reads the ledger and what it relies on, and nothing about people: for verify, export and an operator's
-- own reports.
--
-- ledger_owner owns the ledger and the approvals and can't log in: the application reads their views and calls their
-- functions.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['candor_app', 'candor_read', 'ledger_owner'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin', role_name);
      exception when duplicate_object or unique_violation then
        null;  -- another database of this cluster created it at the same moment
      end;
    end if;
  end loop;
end $$;

-- The server's login becomes candor_read by `set role`. It gains nothing by that: candor_app may do all that
-- candor_read may.
do $$
begin
  grant candor_read to candor_app;
exception when insufficient_privilege then
  if not pg_has_role('candor_app', 'candor_read', 'member') then raise; end if;
end $$;

-- The migrating role is a superuser, or owns the database and has CREATEROLE. `set role ledger_owner` needs a member of
-- ledger_owner. The migrating role makes itself one where it also created the role; elsewhere the role's creator runs:
-- grant ledger_owner to <the migrating role>.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant ledger_owner to %I', current_user);
  end if;
exception when insufficient_privilege then
  null;  -- granted already, or `set role` reports that it isn't
end $$;

-- Only members of pg_read_all_stats see how long other sessions' transactions have been open. ledger_owner becomes one
-- for ledger.chain_health(). Where the migrating role may not grant it, that one figure stays unknown until an
-- administrator runs: grant pg_read_all_stats to ledger_owner.
do $$
begin
  if not pg_has_role('ledger_owner', 'pg_read_all_stats', 'member') then
    grant pg_read_all_stats to ledger_owner;
  end if;
exception when insufficient_privilege then
  null;
end $$;

create schema ledger authorization ledger_owner;
create schema approvals authorization ledger_owner;
create schema pgboss;

grant usage on schema public to candor_app, candor_read;
grant usage on schema pgboss to candor_app;

-- The application's processes check that every migration is applied.
grant select on migration to candor_app, candor_read;

set role ledger_owner;
grant usage on schema ledger, approvals to candor_app, candor_read;
