-- What the owners run: who works here, the chain over what everybody did, and reading the whole books on demand.

-- Who doesn't work here any more stays on record, with the reason, and gets in nowhere.
alter table staff add column suspended_at timestamptz;
alter table staff add column suspended_reason text check (char_length(suspended_reason) between 1 and 500);
alter table staff add check ((suspended_at is null) = (suspended_reason is null));

-- Without an owner who can sign in nobody could make one. Two owners who take each other's role away wait for each other here.
create function an_owner_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  perform pg_advisory_xact_lock(hashtext('staff owners'));
  if not exists (select from staff s join credential c on c.person_id = s.id
      where s.role = 'owner' and s.suspended_at is null and c.password_hash <> '' and s.id <> new.id) then
    raise exception 'the last owner stays' using errcode = 'ST001'; end if;
  return new;
end $$;
create trigger an_owner_stays before update of role, suspended_at on staff for each row
  when (old.role = 'owner' and old.suspended_at is null and (new.role <> 'owner' or new.suspended_at is not null))
  execute function an_owner_stays();
create function staff_are_kept() returns trigger language plpgsql as $$ begin
  raise exception 'who worked here stays on record' using errcode = 'restrict_violation'; end $$;
create trigger staff_are_kept before delete on staff for each row execute function staff_are_kept();

-- The chain over the record of acts. Acts are written by many transactions at once and none waits for another; a moment later
-- each gets its place without gaps, and a hash of its content and of the hash before it.
create table audit_pending (sequence bigint primary key);
create table audit_link (
  place  bigint primary key check (place > 0),
  act_id text not null unique,
  hash   bytea not null check (octet_length(hash) = 32));
create trigger audit_link_append_only before update or delete on audit_link for each row execute function refuse_rewriting();
create trigger audit_link_never_emptied before truncate on audit_link for each statement execute function refuse_rewriting();
create index audit_act_at on audit_act (at desc);

create function await_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  insert into audit_pending values (new.sequence);
  return null;
end $$;
create trigger await_link after insert on audit_act for each row execute function await_link();
insert into audit_pending select sequence from audit_act;

-- What the hash of an act is taken of, as a text that anybody can read and hash again.
create function act_text(a audit_act) returns text language sql stable set search_path = public, pg_temp as $$
  select json_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint::text, a.actor_kind, a.actor_id, a.actor_label,
    a.action, a.subject_id, a.details::text)::text $$;

-- Links what has been committed and not linked yet; answers how many. One at a time does it.
create function link_acts(at_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one    audit_act;
  last   bytea;
  next   bigint;
  linked integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('audit chain')) then return 0; end if;
  select place, hash into next, last from audit_link order by place desc limit 1;
  next := coalesce(next, 0);
  last := coalesce(last, decode(repeat('00', 32), 'hex'));
  for one in select a.* from audit_pending p join audit_act a using (sequence) order by p.sequence limit at_most loop
    next := next + 1;
    last := sha256(last || convert_to(act_text(one), 'UTF8'));
    insert into audit_link values (next, one.id, last);
    delete from audit_pending where sequence = one.sequence;
    linked := linked + 1;
  end loop;
  return linked;
end $$;

-- Works out the hashes of some links anew: the first that isn't what it was, or how far all is well.
create function check_links(after_place bigint, at_most integer, out reached bigint, out wrong_place bigint, out wrong text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  one  record;
  last bytea;
begin
  reached := after_place;
  last := decode(repeat('00', 32), 'hex');
  if after_place > 0 then select hash into last from audit_link where place = after_place; end if;
  for one in select l.place, l.hash, l.act_id, a as act from audit_link l left join audit_act a on a.id = l.act_id
      where l.place > after_place order by l.place limit at_most loop
    if one.place <> reached + 1 then
      wrong_place := reached + 1; wrong := 'a place is missing'; return; end if;
    if (one.act).id is null then
      wrong_place := one.place; wrong := format('the act %s is missing', one.act_id); return; end if;
    last := sha256(last || convert_to(act_text(one.act), 'UTF8'));
    if last is distinct from one.hash then
      wrong_place := one.place; wrong := format('the act %s is not as it was written', one.act_id); return; end if;
    reached := one.place;
  end loop;
end $$;

-- Acts that stand in no place and wait for none: somebody wrote them past the chain.
create function unlinked_acts() returns table (act_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from audit_act a where not exists (select from audit_link l where l.act_id = a.id)
    and not exists (select from audit_pending p where p.sequence = a.sequence) order by a.sequence limit 100 $$;
revoke all on function link_acts, check_links, unlinked_acts, await_link, an_owner_stays from public;
grant execute on function link_acts, check_links, unlinked_acts to candor_app;
grant select on audit_link, audit_pending to candor_app;

-- Reading the whole books because somebody asked: how far it has got, and what was wrong.
create table books_verification (
  id          text primary key check (id ~ '^vfy_[0-9a-z]{20}$'),
  asked_by    text not null,
  asked_label text not null,
  asked_at    timestamptz not null,
  seen_at     timestamptz not null,                                   -- when it last said how far it had got
  steps       jsonb not null default '[]' check (jsonb_typeof(steps) = 'array'),
  finished_at timestamptz,
  failed      text);
create unique index books_verification_running on books_verification ((true)) where finished_at is null;
create index books_verification_newest on books_verification (asked_at desc);
grant select, insert on books_verification to candor_app;
grant update (steps, seen_at, finished_at, failed) on books_verification to candor_app;
