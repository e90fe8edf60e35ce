/** The label of each job; a job without one is shown by its name. */
const JOB_LABELS: Record<string, string> = {
  'integrity-check': 'Check new ledger entries',
  'integrity-check-whole': 'Check the whole ledger',
  'integrity-verify': 'Verify the whole ledger on demand',
  'deposits-expire-quotes': 'Expire deposit quotes',
  'enquiries-drop-old': 'Delete old messages of visitors',
  'identity-forget-expired': 'Delete expired codes, links and sessions',
  'identity-rotate-secret': 'Encrypt second factors with the current SECRET',
  'identity-staff-resets': 'Reset second factors of staff after the delay',
  'ledger-anchor': 'Publish the head of the ledger chain',
  'ledger-balance-snapshots': 'Store balance snapshots',
  'notifications-drop-old': 'Delete old notifications',
  'operations-delete-expired': 'Delete expired operational records',
  'operations-sweep-files': 'Delete unused uploaded files',
  'plans-distribute': 'Distribute recorded income',
  'plans-settle-days': 'Settle the business date',
  'portfolio-delete-expired-exports': 'Delete expired data exports',
  'portfolio-erase-closed': 'Erase data of closed accounts',
  'portfolio-build-data-export': 'Create a data export',
  'rewards-pay': 'Pay rewards',
  'send-mail': 'Send mails',
  'notify-member': 'Update open pages of members',
  'treasury-fetch-outside': 'Fetch balances from custodians',
  'treasury-remind-overdue': 'Send reminders of overdue breaks',
}

export const formatJobName = (name: string): string => JOB_LABELS[name] ?? name.replaceAll('-', ' ')
