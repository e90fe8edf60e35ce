-- What is owed has a narrow table of its own, so that paying a return neither reads nor writes `position`: what was paid of a
-- return is what fell due less what is still owed. To whom, of which plan and since when never changes once it fell due.
create table owed_return (
  position_id   text primary key references position,
  member_id     text not null,
  plan_id       text not null,
  matured_on    date not null,
  cents         bigint not null check (cents > 0)
);
insert into owed_return select id, member_id, plan_id, matured_on, return_due - return_paid from position where return_due > return_paid;
-- The order in which a plan pays.
create unique index owed_return_order on owed_return (plan_id, matured_on, position_id);
drop index position_due;
alter table position drop column return_paid;

-- Payouts of a distribution are summed, never read in order: an index of one column grows at its end, and not all over it.
drop index payout_distribution;
create index payout_distribution on payout (distribution_id);

-- Whatever falls due is owed at once, whoever writes it. What fell due is never taken back: less than nothing can't be owed.
create function owe_return() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into owed_return as w values (new.id, new.member_id, new.plan_id, new.matured_on, new.return_due - old.return_due)
  on conflict (position_id) do update set cents = w.cents + excluded.cents;
  return null;
end $$;
create trigger owe_return after update of return_due on position for each row
  when (new.return_due <> old.return_due) execute function owe_return();
-- Nobody else writes new ones. A row is lowered, or taken away, by what its payout says.
grant select, update (cents), delete on owed_return to candor_app;
grant select on owed_return to candor_read;

-- For some positions, or all: what fell due is paid by payouts or owed, and each payout has its row in the journal.
create or replace function check_payouts(only_ids text[]) returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  select 4, format('%s fell due, its payouts come to %s and %s is owed', o.return_due, coalesce(p.paid, 0), coalesce(w.cents, 0)), o.id
  from position o left join (select position_id, sum(cents) as paid from payout where only_ids is null or position_id = any (only_ids) group by position_id) p on p.position_id = o.id
    left join owed_return w on w.position_id = o.id
  where (only_ids is null or o.id = any (only_ids)) and o.return_due <> coalesce(p.paid, 0) + coalesce(w.cents, 0)
  union all
  select 4, 'what is owed names another member, plan or day than its position', w.position_id
  from owed_return w left join position o on o.id = w.position_id
  where (only_ids is null or w.position_id = any (only_ids)) and (o.member_id, o.plan_id, o.matured_on) is distinct from (w.member_id, w.plan_id, w.matured_on)
  union all
  select 4, format('payout of %s, the journal has %s', p.cents, coalesce(j.amount::text, 'no row')), p.position_id
  from payout p left join ledger.entries j on j.id = event_id('distribution/' || p.distribution_id || '/' || p.position_id)
  where (only_ids is null or p.position_id = any (only_ids)) and (j.kind, j.amount, j.reference) is distinct from ('return_paid', p.cents, p.position_id)
  union all
  select 4, 'a payout of no position, or of no distribution', p.position_id from payout p
  where (only_ids is null or p.position_id = any (only_ids))
    and (not exists (select from position o where o.id = p.position_id) or not exists (select from distribution d where d.id = p.distribution_id)) $$;

-- All of them over what came after a number, and over deposits, withdrawals and distributions decided since a moment. Of returns
-- those that were paid, and those that fell due with a principal that was given back.
create or replace function check_since(after_seq bigint, since timestamptz) returns table (invariant integer, problem text, subject text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  deposits       text[];
  withdrawals    text[];
  members        text[];
  returns        text[];
  distributions  text[];
begin
  select array_agg(distinct reference) filter (where kind like 'deposit\_%'), array_agg(distinct reference) filter (where kind like 'withdrawal\_%' or kind = 'fee_charged'),
    array_agg(distinct a.owner) filter (where a.class = 'member_principal'),
    array_agg(distinct reference) filter (where kind in ('return_paid', 'principal_redeemed') and reference like 'pos\_%')
    into deposits, withdrawals, members, returns
    from ledger.fresh_rows(after_seq) f left join ledger.accounts a on a.id in (f.debit, f.credit) and a.class = 'member_principal';
  deposits := coalesce(deposits, '{}') || array(select id from deposit where decided_at >= since);
  withdrawals := coalesce(withdrawals, '{}') || array(select id from withdrawal where created_at >= since or closed_at >= since);
  distributions := array(select id from distribution where ended_at is null or ended_at >= since);
  return query select * from ledger.check_rows(after_seq) union all select * from ledger.check_chain(after_seq)
    union all select * from check_deposits(deposits) union all select * from check_withdrawals(withdrawals)
    union all select * from check_strangers(after_seq)
    union all select * from check_payouts(coalesce(returns, '{}')) union all select * from check_return_rows(after_seq)
    union all select * from check_distributions(distributions) union all select * from check_incomes()
    union all select * from check_positions(coalesce(members, '{}')) union all select * from check_witness();
end $$;
