-- A member's place in the queue is counted from the index alone: everybody who asked before them is in it.
drop index withdrawal_open;
create index withdrawal_open on withdrawal (created_at, id) where status in ('pending', 'approved');
