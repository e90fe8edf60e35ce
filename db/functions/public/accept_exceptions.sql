-- Records the problems that an approval to unfreeze the ledger accepts: those that the proposal names.
create or replace function public.accept_exceptions(approval text, accepted_at timestamptz)
returns void
language sql security definer
set search_path = public, pg_temp
as $$
  insert into accepted_exception
    select problem, accept_exceptions.approval, accept_exceptions.accepted_at
    from approvals.proposals p, jsonb_array_elements_text(p.content::jsonb -> 'problems') as problem
    where p.id = accept_exceptions.approval and p.permission = 'ledger.unfreeze' and p.approved
      and exists (select from ledger.freezes f where f.approval = accept_exceptions.approval)
    on conflict do nothing
$$;

revoke all on function public.accept_exceptions from public;
grant execute on function public.accept_exceptions to candor_app;
