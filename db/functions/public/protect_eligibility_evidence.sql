-- Protects evidence: it never changes, and goes only with the account that it is of, in live when the retention of the
-- rules has ended.
create or replace function public.protect_eligibility_evidence()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' and exists (select from member where id = old.member_id and status = 'closed'
    and (not exists (select from mode where name = 'live') or retained_until(id, closed_at) <= now())) then
    return old;
  end if;
  raise exception 'evidence is append-only: write a new row instead' using errcode = 'restrict_violation';
end $$;
