-- Returns whether two admins approved exactly this reversal of a deposit, and its position, if it opened one, was
-- unwound.
create or replace function public.is_deposit_reversal_approved(d deposit)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select (d.position_id is null or p.status = 'reversed')
    and coalesce(approvals.is_approved(d.reversal_approval_id, 'deposit.reverse', d.id, sha256(convert_to(format(
      '{"memberId":%s,"receipt":%s,"received":"%s","receivedIn":"%s","credited":"%s","positionId":%s,'
        '"principal":"%s","reason":%s}',
      to_json(d.member_id), to_json(d.receipt_id), d.received, d.received_in, d.credited,
      coalesce(to_json(d.position_id)::text, 'null'), coalesce(p.reversed_cents, 0), to_json(d.reversal_reason)),
      'UTF8'))), false)
  from (select 1) one left join position p on p.id = d.position_id
$$;

revoke all on function public.is_deposit_reversal_approved from public;
grant execute on function public.is_deposit_reversal_approved to candor_app, candor_read;
