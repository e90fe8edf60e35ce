-- Who did what, when, to what. Written in the transaction of the act itself, never changed or deleted.
create table audit_act (
  id text primary key check (id ~ '^act_[0-9a-z]{20}$'),
  sequence bigint generated always as identity unique,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'admin', 'system')),
  actor_id text not null check (actor_id <> ''),
  actor_label text not null check (actor_label <> ''),
  action text not null check (action ~ '^[a-z]+([.-][a-z]+)+$'),
  subject_id text not null check (subject_id <> ''),
  details jsonb not null check (jsonb_typeof(details) = 'object')
);
create index audit_act_subject on audit_act (subject_id, sequence desc);
create index audit_act_actor on audit_act (actor_id, sequence desc);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: write a new row instead', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_act_append_only before update or delete on audit_act
  for each row execute function refuse_rewriting();
create trigger audit_act_never_emptied before truncate on audit_act
  for each statement execute function refuse_rewriting();

grant select, insert on audit_act to candor_app;
