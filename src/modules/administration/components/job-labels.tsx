/** What each queue does, in a line; a queue without one is shown by its name. */
const WORDS: Record<string, string> = {
  'send-mail': 'Sends mails',
  'tell-member': 'Tells members in the app',
  'ledger-checkpoints': 'Notes balances',
  'books-check': 'Looks at what is new in the books',
  'books-check-whole': 'Looks at the whole books',
  'ledger-anchor': 'Tells the head of the chain outside',
  'books-verify': 'Reads the whole books when asked',
  'treasury-fetch-outside': 'Asks outside what is held',
  'treasury-remind-overdue': 'Reminds of overdue breaks',
  'deposits-expire-quotes': 'Ends quotes whose time is over',
  'identity-seal-anew': 'Seals second factors anew under the SECRET of now',
  'identity-forget-expired': 'Forgets old codes, links and sign-ins',
  'identity-staff-resets': 'Resets second factors of the staff once they have waited',
  'notifications-drop-old': 'Drops old notices',
  'enquiries-drop-old': 'Drops old messages of visitors',
  'plans-distribute': 'Shares out recorded income',
  'plans-settle-days': 'Settles the house’s day',
  'portfolio-make-dossier': 'Makes a member’s own file',
  'portfolio-drop-dossiers': 'Drops such files after their time',
  'portfolio-erase-closed': 'Erases what is left of closed accounts',
  'rewards-pay': 'Pays rewards',
  'operation-forget-old': 'Forgets what is old and no part of the books',
  'operation-sweep-files': 'Removes uploaded files of nobody',
}

export const formatJobName = (name: string): string => WORDS[name] ?? name.replaceAll('-', ' ')
