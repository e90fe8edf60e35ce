-- A large withdrawal is approved by two admins: the second one's decision is a row in approvals, bound to what leaves and where
-- to, and the database refuses an approved withdrawal without it.
alter table withdrawal add column approval_id text;
alter table withdrawal add column second_admin_from bigint check (second_admin_from > 0);
grant update (approval_id, second_admin_from) on withdrawal to candor_app;
update withdrawal set proposed_at = null, proposed_by = null where status = 'pending';  -- the first admin approves once more

create function second_admin_decides() returns trigger language plpgsql as $$
begin
  if new.second_admin_from is null then
    raise exception 'a withdrawal is approved with the amount from which two admins decide' using errcode = 'check_violation'; end if;
  if new.amount >= new.second_admin_from and not coalesce(approvals.granted(new.approval_id, 'withdrawal.approve', new.id,
      sha256(convert_to(format('{"memberId":"%s","amount":"%s","coin":"%s","address":"%s"}', new.member_id, new.amount, new.coin, new.address), 'UTF8'))), false)
  then raise exception 'this withdrawal needs the approval of two admins' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger second_admin_decides before update on withdrawal for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function second_admin_decides();
