-- Members are told what a distribution paid them after it has ended, in a run of its own, in the order of their ids: up to
-- whom they were told, and when the last was. Until now they were told while it paid them: of one that runs, some hear twice.
alter table distribution add column told_to text, add column told_at timestamptz,
  add constraint distribution_told_after_its_end check (ended_at is not null or (told_to is null and told_at is null));
update distribution set told_at = ended_at where ended_at is not null;
grant update (told_to, told_at) on distribution to candor_app;
create index distribution_untold on distribution (ended_at, id) where told_at is null and ended_at is not null;
-- Who may have been paid by a plan, and for which positions.
create index position_matured on position (plan_id, member_id) where matured_on is not null;
drop index owed_return_member;
