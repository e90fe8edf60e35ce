-- The staff's lists, over any number of members and transactions: found by words, ordered by an index, counted beforehand.

-- The words of a text, so that what is stored and what is searched for are cut up alike.
create function words_of(said text) returns text[] language sql immutable strict parallel safe as $$
  select array_remove(regexp_split_to_array(lower(said), '[^[:alnum:]]+'), '') $$;
-- Finds what has, for each word, one that begins with it; null, and so nothing, where there is no word.
create function words_wanted(said text) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(words_of(said)) word $$;

alter table member add column words tsvector not null generated always as (array_to_tsvector(words_of(
  first_name || ' ' || last_name || ' ' || email || ' ' || id || ' ' || referral_code || ' ' || phone_number))) stored;
create index member_words on member using gin (words);
create index member_by_status on member (status, created_at desc, id);
create index member_by_name on member (first_name, last_name, id);
create index position_holding on position (member_id) where status = 'open';

drop index deposit_newest;
create index deposit_newest on deposit (created_at desc, id desc);
create index deposit_by_status on deposit (status, created_at desc, id desc);
create index deposit_by_amount on deposit (amount, id);
create index withdrawal_newest on withdrawal (created_at desc, id desc);
create index withdrawal_by_status on withdrawal (status, created_at desc, id desc);
create index withdrawal_by_amount on withdrawal (amount, id);

-- How many rows of a list are in each status, and their cents: a total is the sum of its rows. Each change adds rows of its
-- own, so that nobody waits for a counter, and now and then somebody puts together those that nobody else is at.
create table tally (
  list   text not null check (list in ('member', 'deposit', 'withdrawal')),
  status text not null,
  many   bigint not null,
  cents  bigint not null
);

create function tally_change(list text, was text, was_cents bigint, now_is text, now_cents bigint) returns void language plpgsql as $$
begin
  if now_is is not null then insert into tally values (list, now_is, 1, now_cents); end if;
  if was is not null then insert into tally values (list, was, -1, -was_cents); end if;
  if random() < 0.02 then
    with free as (select ctid from tally limit 1000 for update skip locked),
      gone as (delete from tally t using free where t.ctid = free.ctid returning t.list, t.status, t.many, t.cents)
    insert into tally select g.list, g.status, sum(g.many), sum(g.cents) from gone g group by 1, 2;
  end if;
end $$;
create function tally_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  perform tally_change('member', case when tg_op <> 'INSERT' then old.status end, 0, case when tg_op <> 'DELETE' then new.status end, 0);
  return null;
end $$;
create function tally_deposit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  perform tally_change('deposit', case when tg_op <> 'INSERT' then old.status end, case when tg_op <> 'INSERT' then coalesce(old.credited, 0) end,
    case when tg_op <> 'DELETE' then new.status end, case when tg_op <> 'DELETE' then coalesce(new.credited, 0) end);
  return null;
end $$;
create function tally_withdrawal() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  perform tally_change('withdrawal', case when tg_op <> 'INSERT' then old.status end, case when tg_op <> 'INSERT' then old.amount end,
    case when tg_op <> 'DELETE' then new.status end, case when tg_op <> 'DELETE' then new.amount end);
  return null;
end $$;
create trigger tally_new after insert or delete on member for each row execute function tally_member();
create trigger tally_changed after update of status on member for each row
  when (old.status <> new.status) execute function tally_member();
create trigger tally_new after insert or delete on deposit for each row execute function tally_deposit();
create trigger tally_changed after update of status, credited on deposit for each row
  when (old.status <> new.status or old.credited is distinct from new.credited) execute function tally_deposit();
create trigger tally_new after insert or delete on withdrawal for each row execute function tally_withdrawal();
create trigger tally_changed after update of status on withdrawal for each row
  when (old.status <> new.status) execute function tally_withdrawal();

insert into tally select 'member', status, count(*), 0 from member group by status;
insert into tally select 'deposit', status, count(*), sum(coalesce(credited, 0)) from deposit group by status;
insert into tally select 'withdrawal', status, count(*), sum(amount) from withdrawal group by status;

-- Who signed in since then, or holds a position.
create function active_members(since timestamptz) returns bigint language sql stable as $$
  select count(*) from member where status <> 'closed' and (last_sign_in_at >= since
    or id in (select member_id from position where status = 'open')) $$;

-- Since when every look at the books has found nothing wrong.
create index books_check_bad on books_check (id desc) where problems <> '[]';

revoke execute on function tally_change, tally_member, tally_deposit, tally_withdrawal from public;
grant select on tally to candor_app;
