-- Whether anything of a member waits behind a place in the order in which a plan pays: looked up for each share of a
-- distribution, so that a member is told once, with the last of theirs.
create index owed_return_member on owed_return (member_id, plan_id, matured_on, position_id);
