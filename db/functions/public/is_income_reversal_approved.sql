-- Returns whether two admins approved exactly this reversal of an income.
create or replace function public.is_income_reversal_approved(i plan_income)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select coalesce((
    select approvals.is_approved(p.id, 'income.reverse', i.id, p.content_hash)
      and (p.content::json ->> 'planId', p.content::json ->> 'receipt', p.content::json ->> 'cents',
          p.content::json ->> 'reason')
        is not distinct from (i.plan_id, i.receipt_id, i.cents::text, i.reversal_reason)
    from approvals.proposals p where p.id = i.reversal_approval_id), false)
$$;

revoke all on function public.is_income_reversal_approved from public;
grant execute on function public.is_income_reversal_approved to candor_app, candor_read;
