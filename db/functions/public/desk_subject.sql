-- What staff write notes about: members, unless their account is closed, deposits and withdrawals.
create or replace view public.desk_subject as
select id as subject_id from member where status <> 'closed'
union all
select id from deposit
union all
select id from withdrawal;

grant select on public.desk_subject to candor_app;
