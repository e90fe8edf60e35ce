-- Refuses to approve or pay a withdrawal while the member's withdrawals are paused. The lock makes approvals of one
-- member wait for each other, so that require_second_admin() sums those before it.
create or replace function public.refuse_paused_withdrawals()
returns trigger
language plpgsql
as $$
declare
  until timestamptz;
begin
  select withdrawals_frozen_until into until from member where id = new.member_id for no key update;
  if until > coalesce(new.closed_at, new.approved_at) then
    raise exception 'withdrawals of this member are paused' using errcode = 'WD001';
  end if;
  return new;
end $$;
