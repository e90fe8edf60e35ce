-- Refuses to approve or pay a withdrawal while the member's withdrawals are paused. The lock is as strong as that of
-- require_second_admin(): two approvals of a member wait for each other without a deadlock.
create or replace function public.refuse_paused_withdrawals()
returns trigger
language plpgsql
as $$
declare
  until timestamptz;
begin
  select withdrawals_frozen_until into until from member where id = new.member_id for no key update;
  if until > coalesce(new.closed_at, new.approved_at) then
    raise exception 'withdrawals of this member rest' using errcode = 'WD001';
  end if;
  return new;
end $$;
