-- Records the problems that an approval to unfreeze the books accepts: those that the proposal names.
create or replace function public.note_known(approval text, known_at timestamptz)
returns void
language sql security definer
set search_path = public, pg_temp
as $$
  insert into books_known
    select problem, note_known.approval, note_known.known_at
    from approvals.proposals p, jsonb_array_elements_text(p.content::jsonb -> 'problems') as problem
    where p.id = note_known.approval and p.act = 'books.unfreeze' and p.approved
      and exists (select from ledger.freezes f where f.approval = note_known.approval)
    on conflict do nothing
$$;

revoke all on function public.note_known from public;
grant execute on function public.note_known to candor_app;
