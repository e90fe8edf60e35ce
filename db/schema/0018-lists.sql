-- What makes the back office's lists fast over any number of members and transactions: counts and balances that
-- triggers and jobs update.
--
-- functions: public.count_member, public.count_deposit, public.count_withdrawal, public.create_member_balance

-- How many rows of a list are in each status, and their cents: a total is the sum of its rows. Each change adds rows of
-- its own, so that no session waits for a counter; count_status_change() merges them now and then.
create table status_count (
  list    text not null check (list in ('member', 'deposit', 'withdrawal')),
  status  text not null,
  many    bigint not null,
  cents   bigint not null
);
grant select on status_count to candor_app;

create trigger count_new after insert or delete on member for each row execute function count_member();
create trigger count_changed after update of status on member for each row
  when (old.status <> new.status) execute function count_member();
create trigger count_new after insert or delete on deposit for each row execute function count_deposit();
create trigger count_changed after update of status, credited on deposit for each row
  when (old.status <> new.status or old.credited is distinct from new.credited) execute function count_deposit();
create trigger count_new after insert or delete on withdrawal for each row execute function count_withdrawal();
create trigger count_changed after update of status on withdrawal for each row
  when (old.status <> new.status) execute function count_withdrawal();

-- What each member has in cash and principal, for sorting and searching only: screens show the ledger's own. It follows
-- the chained rows within a second, apart from the transactions that post, so that none of these waits for it.
create table member_balance (
  member_id  text primary key references member,
  cents      bigint not null
);
create index member_by_balance on member_balance (cents, member_id);
grant select on member_balance to candor_app;
create trigger create_member_balance after insert on member for each row execute function create_member_balance();

-- The last sequence number that member_balance includes.
create table member_balance_progress (
  single_row  boolean primary key default true check (single_row),
  seq         bigint not null
);
insert into member_balance_progress values (true, 0);
