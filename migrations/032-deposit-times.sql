-- How long deposits of the last 30 days were checked for is read by members who wait.
create index deposit_decided on deposit (decided_at) where status in ('completed', 'rejected');
