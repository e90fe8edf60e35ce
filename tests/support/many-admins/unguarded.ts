/**
 * What the application's role changes without a second admin, by the reason. A mistake in most of
 * it is noticed by the checks that compare it with the ledger (tests/faults/integrity-invariants).
 */
export const UNGUARDED: Readonly<Record<string, readonly string[]>> = {
  'what members own or do': [
    ...['member', 'wallet', 'consent', 'account_closing', 'data_export', 'testimonial', 'enquiry'],
    ...['notification', 'notification_choice', 'closed_identity'],
  ],
  'what staff write to each other and to who wrote': [
    ...['desk_note', 'desk_assignment', 'enquiry_reply', 'saved_view'],
    ...['staff_notification', 'staff_notification_choice', 'staff_notification_progress'],
  ],
  'how a person signs in': [
    ...['session', 'sign_in', 'reset_token', 'email_code', 'email_change', 'mfa_challenge'],
    ...['authenticator', 'passkey', 'passkey_challenge', 'recovery_code', 'staff_factor_reset'],
    ...['compromise_link', 'staff_compromise_link', 'delete_old_sessions'],
  ],
  'records beside the ledger, which the checks compare with it': [
    ...['position_redemption', 'position_loss', 'redemption_notice', 'owed_return'],
    ...['plan_loss', 'distribution', 'distribution_income', 'payout', 'reward'],
    ...['accrual_run', 'settled_day', 'outside_balance', 'simulated_outside'],
    'update_member_balances',
  ],
  'accounts, blocks and freezes of the ledger, none of which moves money': [
    ...['ledger.open_account', 'ledger.append_block', 'ledger.write_snapshots'],
    ...['ledger.freeze_ledger', 'ledger.needs_approval', 'sum_approved_withdrawals'],
    'sum_exported_alone',
  ],
  // Whether a signature is of its key is beyond SQL: check-rows verifies it.
  'keys and signatures of approvals, which approvals.decide() demands': [
    ...['approvals.register_key', 'approvals.end_key', 'approvals.ensure_software_key'],
    'approvals.sign',
  ],
  'what can only become stricter': ['approvals.set_live', 'pool_address'],
  'that a live installation opened to members, once': ['approvals.open_installation'],
  // Only candor_watcher writes what a chain shows. has_chain_evidence() holds each of these to it.
  'addresses to watch, which the watcher verifies, and which deposit a payment belongs to': [
    ...['chain_address', 'watch_address', 'chain_payment', 'deposit_payment'],
  ],
  'which deposit has which address, which the checks derive again from the source': [
    'issued_address',
    'address_counter',
  ],
  'what the operator’s own wallet signs, for batches that are guarded': ['payout_transaction'],
  'signatures of our own addresses, which move nothing': [
    ...['reserve_address', 'reserve_challenge', 'reserve_statement'],
  ],
  'the simulated chain, which the database refuses in live': [
    ...['simulated_block', 'simulated_transaction', 'simulated_output', 'simulated_input'],
  ],
  'results of checks, recorded as they were found': [
    ...['check_lock', 'record_check', 'record_anchor', 'accept_exceptions', 'verification'],
    ...['alert', 'alert_watch', 'backup_made', 'audit_event', 'link_audit_events'],
  ],
  'terms of a payment method that are no control, and the clock of the sandbox': [
    ...['payment_method', 'business_clock'],
  ],
  'the lists that members are screened against, and who was; its cases are guarded': [
    ...['screening_list', 'screening_party', 'member_screening'],
  ],
  'what members were shown and answered, and the gates they passed; the rules are guarded': [
    ...['eligibility_evidence', 'gate_record'],
  ],
  'what members declare, and the files that prove it; the refusal of a verification is guarded': [
    ...['member_identity', 'verification_document'],
  ],
  'notes in the file of a monitoring case, which clear nothing, and which transactions are evaluated':
    [...['monitoring_note', 'queue_open_transactions', 'take_monitoring_changes']],
  'the public log, whose entries the database never changes, and who cosigned it': [
    ...['log_entry', 'log_node', 'log_checkpoint', 'log_cosignature', 'log_witness'],
    'witnessed_log',
  ],
  'proofs of liabilities, whose totals are compared with the journal': [
    ...['liability_epoch', 'liability_account', 'liability_tile', 'snapshot_liabilities'],
  ],
  'what calls and mails store': [
    ...['idempotency', 'claim_idempotency_key', 'delete_idempotency_answers', 'rate_limit'],
    ...['outbox', 'mailbox'],
  ],
}
