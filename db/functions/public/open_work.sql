-- The deposits and withdrawals that wait for the staff.
create or replace view public.open_work as
select id as subject_id, 'deposit' as kind from deposit where status = 'pending'
union all
select id, 'withdrawal' from withdrawal where status in ('pending', 'approved');

grant select on public.open_work to candor_app;
