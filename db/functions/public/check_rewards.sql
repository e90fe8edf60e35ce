-- Checks invariant 10 for the journal rows after a number, and for the rewards paid since a time: each reward that was
-- paid is a reward row's, of its amount, to its member.
create or replace function public.check_rewards(after_seq bigint, since timestamptz)
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 10, format('a reward of %s was paid without its reward row', f.amount), f.reference
  from ledger.rows_after_seq(after_seq) f
  join ledger.accounts c on c.id = f.credit
  left join reward r on r.id = f.reference
  where f.transfer_type = 'reward_paid'
    and (r.cents, 'member:' || r.member_id || ':cash', get_idempotency_key('reward/' || r.id), r.paid_at is not null)
      is distinct from (f.amount, c.code, f.idempotency_key, true)
  union all
  select 10, 'is paid, and the journal has no row of it', r.id
  from reward r
  where r.paid_at is not null and (since is null or r.paid_at >= since)
    and not exists (
      select from ledger.entries j
      where j.idempotency_key = get_idempotency_key('reward/' || r.id) and j.transfer_type = 'reward_paid')
$$;

revoke all on function public.check_rewards from public;
grant execute on function public.check_rewards to candor_app, candor_read;
