set role ledger_owner;

-- Checks invariant 5: the blocks after a number, and that they follow from the previous one.
create or replace function ledger.check_chain(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
as $$
  with link as (
    select b.*, block_hash(b) as hash_now,
      lag(b.hash, 1, coalesce((
        select o.hash from chain_block o where o.last_seq <= after_seq order by o.block desc limit 1),
        sha256('ledger'))) over w as hash_before,
      lag(b.last_seq, 1, after_seq) over w as seq_before
    from chain_block b
    where b.first_seq > after_seq window w as (order by b.block)),
  content as (
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
      where run.first_seq > after_seq offset 0) leaf
    group by block),
  run as (
    select r.*,
      lag(r.first_seq + r.last_id - r.first_id + 1, 1, after_seq + 1) over (order by r.first_seq) as expected_seq
    from chain_run r where r.first_seq > after_seq)
  select 5, 'block does not follow from the one before', block::text
  from link
  where hash <> hash_now or previous_hash <> hash_before or first_seq <> seq_before + 1
  union all
  select 5, 'block differs from its rows', l.block::text
  from link l left join content c using (block)
  where c.digest is distinct from l.digest or c.rows is distinct from l.last_seq - l.first_seq + 1
  union all
  select 5, 'block lacks salts', block::text
  from unsalted_blocks where first_seq > after_seq
  union all
  select 5, 'numbers have a gap', first_seq::text
  from run where first_seq <> expected_seq
$$;

revoke all on function ledger.check_chain from public;
grant execute on function ledger.check_chain to candor_app, candor_read;
