-- Returns whether two admins approved exactly this reversal of a payment.
create or replace function public.is_withdrawal_reversal_approved(w withdrawal)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select coalesce((
    select approvals.is_approved(p.id, 'withdrawal.reverse', w.id, p.content_hash)
      and (p.content::json ->> 'memberId', p.content::json ->> 'source', p.content::json ->> 'amount',
          p.content::json ->> 'fee', p.content::json ->> 'coin', p.content::json ->> 'coinAmount',
          p.content::json ->> 'txid', p.content::json ->> 'reason')
        is not distinct from (w.member_id, w.source, w.amount::text, w.fee::text, w.coin, w.coin_amount::text, w.txid,
          w.reversal_reason)
    from approvals.proposals p where p.id = w.reversal_approval_id), false)
$$;

revoke all on function public.is_withdrawal_reversal_approved from public;
grant execute on function public.is_withdrawal_reversal_approved to candor_app, candor_read;
