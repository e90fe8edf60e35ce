-- Returns whether a deposit may be credited without a person: the chain shows it, in time and as quoted within 0.5%, up
-- to the operator's limit, while deposits are open and the member is active.
create or replace function public.may_credit_automatically(d deposit)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select has_chain_evidence(d) and not d.late
    and abs(d.received::numeric - d.coin_amount) * 200 <= d.coin_amount
    and d.credited <= coalesce((select (value ->> 'automaticUpTo')::bigint from setting where name = 'deposits'), 0)
    and not exists (
      select from setting where name = 'pauses' and coalesce(value -> 'deposits', 'null') <> 'null')
    and exists (select from member where id = d.member_id and status = 'active')
$$;

revoke all on function public.may_credit_automatically from public;
grant execute on function public.may_credit_automatically to candor_app, candor_read;
