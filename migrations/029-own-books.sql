-- What one member reads of the books alone: the course of their money, and the seals of their own rows.
--
-- What moved the accounts of one owner, by house day, kind and account: the course of a member's money in one read. It looks up
-- the owner's own rows by the journal's two indexes, so that it costs what that member did and not what the house did; the plan is
-- pinned, since one made while the tables were empty would read the whole journal.
-- `sealed`: above the highest sealed entry, or in a gap below it, nothing has been sealed yet (see unsealed_journal).
set role ledger_owner;
set search_path = ledger;

create function owner_days(owner text)
returns table (day date, kind text, account text, sealed boolean, change bigint)
language sql stable security definer set search_path = ledger, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  with own as materialized (select id, code from account where account.owner = owner_days.owner),
  reach as materialized (select coalesce((select highest_entry from seal_run order by first_seq desc limit 1), 0) as highest,
    coalesce((select range_agg(hole) from seal_gap, unnest(entries) as hole), '{}'::int8multirange) as holes),
  leg as (
    select own.code, j.entry, j.effective, j.kind, j.amount as change
      from own cross join lateral (select * from journal where credit = own.id offset 0) j
    union all
    select own.code, j.entry, j.effective, j.kind, -j.amount
      from own cross join lateral (select * from journal where debit = own.id offset 0) j)
  select leg.effective, leg.kind, leg.code, leg.entry <= reach.highest and not reach.holes @> leg.entry, sum(leg.change)::bigint
  from leg, reach group by 1, 2, 3, 4 $$;

revoke all on function owner_days from public;
grant execute on function owner_days to candor_app;

-- What a row's hash is taken of, as a text: see leaf(). Whoever has it works the hash out alone.
create function leaf_text(j journal) returns text language sql stable set search_path = ledger, pg_temp as $$
  select case when j.entry >= (select since_entry from leaf_rule)
    then json_build_array(j.entry::text, j.id, j.kind, j.debit::text, j.credit::text, j.amount::text, j.debit_balance::text, j.credit_balance::text, j.effective,
      (extract(epoch from j.posted_at) * 1000000)::bigint::text, j.reference, j.actor, j.reason,
      (select receipt_line(r) from receipt r where r.id = j.receipt),
      (select approval_line(p, d) from approvals.proposal p join approvals.decision d on d.proposal = p.id where p.id = j.approval),
      (select code from account a where a.id = j.debit), (select code from account a where a.id = j.credit))
    else json_build_array(j.entry::text, j.id, j.kind, j.debit::text, j.credit::text, j.amount::text, j.debit_balance::text, j.credit_balance::text, j.effective,
      (extract(epoch from j.posted_at) * 1000000)::bigint::text, j.reference, j.actor, j.reason,
      (select receipt_line(r) from receipt r where r.id = j.receipt)) end::text $$;

-- The blocks after one that seal rows of an owner, oldest first, with the hashes of all their rows and the owner's own rows. Of other
-- people's rows it hands out a hash alone. `text` is null where it names what another account than the owner's holds, a plan's income
-- aside, which is published: that is the operator's affair, and such a row's hash can't be worked out by its owner.
create function owner_seals(owner text, after_block bigint, at_most integer)
returns table (block bigint, first_seq bigint, last_seq bigint, sealed_at text, digest bytea, previous_hash bytea, hash bytea, leaves bytea, own_rows json)
language sql stable security definer set search_path = ledger, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  with own as materialized (select id, code from account where account.owner = owner_seals.owner),
  entry as materialized (
    select j.entry from own cross join lateral (select journal.entry from journal where credit = own.id offset 0) j
    union select j.entry from own cross join lateral (select journal.entry from journal where debit = own.id offset 0) j),
  found as materialized (
    select entry.entry, run.first_seq + entry.entry - run.first_entry as seq, run.block
    from entry cross join lateral (select * from seal_run where first_entry <= entry.entry order by first_entry desc limit 1) run
    where run.last_entry >= entry.entry and run.block > after_block),
  wanted as materialized (select distinct found.block from found order by found.block limit at_most)
  select b.block, b.first_seq, b.last_seq, (extract(epoch from b.sealed_at) * 1000000)::bigint::text, b.digest, b.previous_hash, b.hash,
    (select string_agg(leaf(row(j.*)::journal), '' order by j.entry) from seal_run run
      cross join lateral (select * from journal where journal.entry between run.first_entry and run.last_entry offset 0) j where run.block = b.block),
    (select json_agg(json_build_object('seq', found.seq::text, 'kind', j.kind, 'day', j.effective, 'debit', d.code, 'credit', c.code, 'amount', j.amount::text,
        'text', case when (d.balance is null or d.class = 'plan_income' or d.id in (select id from own))
          and (c.balance is null or c.class = 'plan_income' or c.id in (select id from own)) then leaf_text(row(j.*)::journal) end) order by found.seq)
      from found cross join lateral (select * from journal where journal.entry = found.entry offset 0) j
      cross join lateral (select * from account where id = j.debit offset 0) d cross join lateral (select * from account where id = j.credit offset 0) c
      where found.block = b.block)
  from wanted cross join lateral (select * from seal_block where seal_block.block = wanted.block offset 0) b order by b.block $$;

revoke all on function leaf_text, owner_seals from public;
grant execute on function owner_seals to candor_app;
