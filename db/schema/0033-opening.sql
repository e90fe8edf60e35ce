-- When a live installation opened to members. Until then the back office alone answers.
set role ledger_owner;
set search_path = approvals;

alter table installation add column opened_at timestamptz;
