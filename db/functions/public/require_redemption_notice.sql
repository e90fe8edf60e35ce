-- Refuses to withdraw principal without notice from a plan that requires notice.
create or replace function public.require_redemption_notice()
returns trigger
language plpgsql
as $$
begin
  if exists (
    select from position o join plan_version v on v.id = o.plan_version_id
    where o.id = new.position_id and v.notice_days > 0) then
    raise exception 'this plan requires a redemption notice' using errcode = 'check_violation';
  end if;
  return new;
end $$;
