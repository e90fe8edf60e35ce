-- The application's role owns nothing and is granted what it needs, table by table. Logging in is a matter of the
-- installation: its login role is a member of candor_app.
do $$ declare wanted text; begin
  foreach wanted in array array['candor_app', 'ledger_owner'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
      end;
    end if;
  end loop;
end $$;

grant usage on schema public to candor_app;
