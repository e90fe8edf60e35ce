-- Protects what a member gave at sign-up: referral code, inviter, campaign and day. Referrals therefore have no loops.
create or replace function public.protect_referral()
returns trigger
language plpgsql
as $$
begin
  if (new.referral_code, new.referred_by, new.campaign, new.signed_up_on)
    is distinct from (old.referral_code, old.referred_by, old.campaign, old.signed_up_on) then
    raise exception 'referral and campaign of a sign-up do not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
