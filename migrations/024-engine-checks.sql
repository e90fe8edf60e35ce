-- Whether returns are what the distributions say: each position was paid what its payouts come to, each distribution shared out
-- what income funded it with, and the journal has a row for each payout. All of it is invariant 4.

-- The return of the very day may be added to the position that a matured one was reinvested in.
grant update (principal_cents) on position to candor_app;
create index distribution_income_income on distribution_income (income_id);
-- A million shares are paid in one go: nothing is looked up or kept for each that the checks below don't need. A payout is
-- written out of its position's row, by a distribution that is locked meanwhile; check_payouts finds one that is nobody's.
alter table payout drop constraint payout_position_id_fkey;
alter table payout drop constraint payout_distribution_id_fkey;
alter table position drop constraint position_reinvested_from_key;
create unique index position_reinvested_from_key on position (reinvested_from) where reinvested_from is not null;
alter table position set (fillfactor = 80);

-- A transfer's id out of its business event, as the application makes it.
create function event_id(event text) returns uuid language sql immutable parallel safe as $$
  select encode(substr(sha256(convert_to(event, 'UTF8')), 1, 16), 'hex')::uuid $$;

-- For some positions, or all: paid is what the payouts come to, and each payout has its row in the journal.
create function check_payouts(only_ids text[]) returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  select 4, format('was paid %s, its payouts come to %s', o.return_paid, coalesce(p.paid, 0)), o.id
  from position o left join (select position_id, sum(cents) as paid from payout where only_ids is null or position_id = any (only_ids) group by position_id) p on p.position_id = o.id
  where (only_ids is null or o.id = any (only_ids)) and o.return_paid <> coalesce(p.paid, 0)
  union all
  select 4, format('payout of %s, the journal has %s', p.cents, coalesce(j.amount::text, 'no row')), p.position_id
  from payout p left join ledger.entries j on j.id = event_id('distribution/' || p.distribution_id || '/' || p.position_id)
  where (only_ids is null or p.position_id = any (only_ids)) and (j.kind, j.amount, j.reference) is distinct from ('return_paid', p.cents, p.position_id)
  union all
  select 4, 'a payout of no position, or of no distribution', p.position_id from payout p
  where (only_ids is null or p.position_id = any (only_ids))
    and (not exists (select from position o where o.id = p.position_id) or not exists (select from distribution d where d.id = p.distribution_id)) $$;

-- Rows after a number that paid a return no distribution knows.
create function check_return_rows(after_seq bigint) returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  select 4, format('a return of %s was paid, and no distribution says so', f.amount), f.reference
  from ledger.fresh_rows(after_seq) f where f.kind = 'return_paid'
    and not exists (select from payout p where p.position_id = f.reference and event_id('distribution/' || p.distribution_id || '/' || p.position_id) = f.id) $$;

-- For some distributions, or all: one that runs has paid no more than it was funded with.
create function check_distributions(only_ids text[]) returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  select 4, format('%s of %s was shared out, its payouts come to %s', d.done_paid, d.funded_cents, coalesce(p.paid, 0)), d.id
  from distribution d left join (select distribution_id, sum(cents) as paid from payout where only_ids is null or distribution_id = any (only_ids) group by distribution_id) p
    on p.distribution_id = d.id
  where (only_ids is null or d.id = any (only_ids))
    and (d.done_paid <> coalesce(p.paid, 0) or (d.ended_at is not null and d.funded_cents <> coalesce(p.paid, 0)))
  union all
  select 4, format('funded with %s, out of incomes of %s', d.funded_cents, coalesce(i.cents, 0)), d.id
  from distribution d left join (select distribution_id, sum(cents) as cents from distribution_income group by distribution_id) i on i.distribution_id = d.id
  where (only_ids is null or d.id = any (only_ids)) and d.funded_cents <> coalesce(i.cents, 0) $$;

-- Incomes are few: always all of them.
create function check_incomes() returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  select 4, format('%s of it is used, distributions took %s', i.used_cents, coalesce(d.cents, 0)), i.id
  from plan_income i left join (select income_id, sum(cents) as cents from distribution_income group by income_id) d on d.income_id = i.id
  where i.used_cents <> coalesce(d.cents, 0) $$;

-- All of them over what came after a number, and over deposits, withdrawals and distributions decided since a moment.
create or replace function check_since(after_seq bigint, since timestamptz) returns table (invariant integer, problem text, subject text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  deposits       text[];
  withdrawals    text[];
  members        text[];
  paid           text[];
  distributions  text[];
begin
  select array_agg(distinct reference) filter (where kind like 'deposit\_%'), array_agg(distinct reference) filter (where kind like 'withdrawal\_%' or kind = 'fee_charged'),
    array_agg(distinct a.owner) filter (where a.class = 'member_principal'), array_agg(distinct reference) filter (where kind = 'return_paid')
    into deposits, withdrawals, members, paid
    from ledger.fresh_rows(after_seq) f left join ledger.accounts a on a.id in (f.debit, f.credit) and a.class = 'member_principal';
  deposits := coalesce(deposits, '{}') || array(select id from deposit where decided_at >= since);
  withdrawals := coalesce(withdrawals, '{}') || array(select id from withdrawal where created_at >= since or closed_at >= since);
  distributions := array(select id from distribution where ended_at is null or ended_at >= since);
  return query select * from ledger.check_rows(after_seq) union all select * from ledger.check_chain(after_seq)
    union all select * from check_deposits(deposits) union all select * from check_withdrawals(withdrawals)
    union all select * from check_strangers(after_seq)
    union all select * from check_payouts(coalesce(paid, '{}')) union all select * from check_return_rows(after_seq)
    union all select * from check_distributions(distributions) union all select * from check_incomes()
    union all select * from check_positions(coalesce(members, '{}')) union all select * from check_witness();
end $$;

-- All of them over everything, the ledger's own verify included.
create or replace function check_everything() returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp as $$
  select case when problem like 'row breaks the chart%' then 11 when problem like '%balance%' or problem like 'account%' or problem like 'checkpoint%' or problem like 'sum of%' then 2 else 5 end,
    problem, concat_ws(' ', 'row ' || entry, 'number ' || seq, 'block ' || block, detail) from ledger.verify()
  union all select * from ledger.check_sums()
  union all select * from check_deposits(null) union all select * from check_withdrawals(null) union all select * from check_strangers(0)
  union all select * from check_payouts(null) union all select * from check_return_rows(0) union all select * from check_distributions(null) union all select * from check_incomes()
  union all select * from check_positions(null) union all select * from check_witness() $$;
revoke all on function event_id, check_payouts, check_return_rows, check_distributions, check_incomes from public;
grant execute on function event_id, check_payouts, check_return_rows, check_distributions, check_incomes to candor_app, candor_read;
