-- Deposits and withdrawals as transaction monitoring shows them, amounts in cents: a deposit with the address that its
-- member was shown, a withdrawal with that of the payout.
create or replace view public.monitored_transaction as
select d.id, 'deposit' as kind, d.member_id, coalesce(d.credited, d.amount) as cents, d.method, d.status, d.created_at,
  d.address
from deposit d
union all
select w.id, 'withdrawal', w.member_id, w.amount, w.method, w.status, w.created_at, w.address
from withdrawal w;

grant select on public.monitored_transaction to candor_app;
