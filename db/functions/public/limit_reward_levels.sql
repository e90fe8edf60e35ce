-- Checks that a referral reward goes to the member who invited, and to no one above: referrals have one level.
create or replace function public.limit_reward_levels()
returns trigger
language plpgsql
as $$
begin
  if new.kind = 'referral' and not exists (
    select from member r join member i on i.referral_code = r.referred_by
    where r.id = new.referred_id and i.id = new.member_id) then
    raise exception 'a referral reward goes to the direct referrer only' using errcode = 'check_violation';
  end if;
  return new;
end $$;
