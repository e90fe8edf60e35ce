-- A role that reads the books and what they rest on, and nothing about people: for verify, export and an operator's own reports.
do $$ begin
  if not exists (select from pg_roles where rolname = 'candor_read') then
    begin
      create role candor_read nologin;
    exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
    end;
  end if;
end $$;
-- The server's login becomes it by `set role`. It gains nothing by that: whatever candor_read may, candor_app may too.
do $$ begin
  grant candor_read to candor_app;
exception when insufficient_privilege then
  if not pg_has_role('candor_app', 'candor_read', 'member') then raise; end if;
end $$;

grant usage on schema public, ledger, approvals to candor_read;
grant select on plan, plan_version, position, position_redemption, deposit, withdrawal, outside_balance, reconciliation_break,
  books_check, books_witness, books_known, setting, payment_method, receiving_address, house_clock to candor_read;
grant execute on function check_deposits, check_withdrawals, check_strangers, check_positions, check_witness, check_since, check_everything to candor_read;

do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then execute format('grant ledger_owner to %I', current_user); end if;
exception when insufficient_privilege then null;
end $$;
set role ledger_owner;
grant select on ledger.accounts, ledger.entries, ledger.receipts, ledger.routes, ledger.trial_balance, ledger.freezes, ledger.leaf_rules, ledger.seal_block,
  ledger.seal_run, ledger.currency, ledger.class, approvals.proposals to candor_read;
grant execute on function ledger.balance, ledger.balance_at, ledger.balance_on, ledger.seq_at, ledger.seq_of, ledger.day_end, ledger.statement,
  ledger.statement_on, ledger.trial_balance_at, ledger.trial_balance_on, ledger.verify, ledger.verify_chain, ledger.verify_balances, ledger.verify_marks,
  ledger.check_rows, ledger.check_chain, ledger.check_sums, ledger.fresh_rows, ledger.owed_at, approvals.granted to candor_read;
