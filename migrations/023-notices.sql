-- A part of a position becomes cash because a withdrawal needs it, or because the notice that was given of it has ended.
alter table position_redemption alter column withdrawal_id drop not null;
alter table position_redemption add column notice_id text unique references position_notice;
alter table position_redemption add check ((withdrawal_id is null) <> (notice_id is null));
-- A withdrawal that is released gives its part back; what a notice has ended stays ended.
alter table position_redemption add check (notice_id is null or restored_on is null);
create index position_notice_member on position_notice (member_id, ends_on, id);

-- Where a plan asks for notice, no withdrawal takes principal out of it, whatever the code above says.
create function notice_comes_first() returns trigger language plpgsql as $$
begin
  if exists (select from position o join plan_version v on v.id = o.plan_version_id where o.id = new.position_id and v.notice_days > 0) then
    raise exception 'this plan asks for notice' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger notice_comes_first before insert on position_redemption for each row
  when (new.notice_id is null) execute function notice_comes_first();
