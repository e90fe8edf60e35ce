-- The rule that a member's account has the owner whom its code names, as a trigger of new accounts. As a check of the
-- table PostgreSQL read it again with each change of a balance, which took a fourteenth of a posting's instructions.
-- Code and owner never change (trigger append_only), and verify() compares them.
--
-- functions: ledger.require_owner_in_code
set role ledger_owner;
set search_path = ledger;

alter table account drop constraint owner_is_in_code;
create trigger owner_is_in_code before insert on account for each row execute function require_owner_in_code();
