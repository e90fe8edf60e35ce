set role ledger_owner;

-- Recomputes the hash chain from a block on and names each row that differs from what was chained.
create or replace function ledger.verify_chain(from_block bigint default 1)
returns table (problem text, block bigint, seq bigint, journal_id bigint, detail text)
language sql stable security definer
set search_path = ledger, pg_temp
set work_mem = '256MB'
set jit = off
as $$
  with link as (
    select b.*, block_hash(b) as hash_now,
      lag(hash, 1, sha256('ledger')) over (order by block) as hash_before,
      lag(block, 1, 0::bigint) over (order by block) as block_before,
      lag(last_seq, 1, 0::bigint) over (order by block) as seq_before
    from chain_block b),
  content as materialized (
    select block, count(id) as rows, sha256(string_agg(salt_leaf(leaf, salt), '' order by id)) as digest
    from (
      select run.block, j.id, j.salt, leaf_hash(
          j.id, j.idempotency_key, j.transfer_type, j.debit, j.credit, j.amount, j.debit_balance, j.credit_balance,
          j.effective_date, j.posted_at, j.reference, j.actor, j.reason,
          receipt_line(r), approval_line(p, d), da.code, ca.code) as leaf
      from chain_run run
      join chain_block b on b.block = run.block
      left join block_salt s on s.block = run.block
      left join lateral (
        select *, pick_salt(s.salts, run.first_seq + id - run.first_id - b.first_seq) as salt from journal
        where id between run.first_id and run.last_id offset 0) j on true
      left join receipt r on r.id = j.receipt
      left join approvals.proposal p on p.id = j.approval
      left join approvals.decision d on d.proposal = j.approval
      left join account da on da.id = j.debit
      left join account ca on ca.id = j.credit
      where run.block >= from_block offset 0) leaf
    group by block),
  broken as materialized (
    select link.* from link left join content using (block)
    where block >= from_block
      and (content.digest is distinct from link.digest or content.rows is distinct from last_seq - first_seq + 1)),
  run_order as (
    select run.*,
      lag(first_seq + last_id - first_id + 1, 1, 1::bigint) over (order by first_seq) as expected_seq,
      lag(last_id, 1, 0::bigint) over (order by first_id) as id_before
    from chain_run run)
  select 'block does not follow from the one before', block, first_seq, null::bigint, null::text
  from link
  where block >= from_block
    and (hash <> hash_now or previous_hash <> hash_before or block <> block_before + 1 or first_seq <> seq_before + 1)
  union all
  select 'block lacks salts', block, first_seq, null, null
  from unsalted_blocks where block >= from_block
  union all
  select 'block differs from its digest', block, first_seq, null, null
  from broken
  union all
  select case when j.id is null then 'row is missing' else 'row was changed' end,
    run.block, run.first_seq + n - run.first_id, n, j::text
  from broken
  join chain_run run using (block)
  cross join generate_series(run.first_id, run.last_id) n
  left join journal j on j.id = n
  where j.id is null or substr(row_leaf(j), 1, 4)
    <> substr(fingerprints, (4 * (run.first_seq + n - run.first_id - broken.first_seq) + 1)::integer, 4)
  union all
  select 'runs leave a gap in seq or share rows', block, first_seq, first_id, null
  from run_order
  where first_seq <> expected_seq or first_id <= id_before
  union all
  select 'row was inserted before the end of the chain', null, null, j.id, j::text
  from run_order run
  -- Looks up each gap by the journal's key: a join of rows and runs takes minutes on a table without statistics.
  cross join lateral (
    select * from journal where id > run.id_before and id < run.first_id offset 0) j
  where run.first_id > run.id_before + 1 and not exists (select from chain_gap where ids @> j.id)
$$;

revoke all on function ledger.verify_chain from public;
grant execute on function ledger.verify_chain to candor_app, candor_read;
