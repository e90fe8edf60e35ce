import type { MailName } from '#ui/mail/template.ts'

/** The kinds of notification; a member cannot mute a locked one. */
export const KINDS = {
  security: {
    label: 'Security',
    text: 'Password, email, withdrawal addresses, two-factor authentication and new devices.',
    locked: true,
  },
  money: {
    label: 'Money',
    text: 'Deposits, withdrawals, matured investments, returns paid, losses and adjustments.',
    locked: true,
  },
  account: {
    label: 'Account',
    text: 'Profile changes, identity verification and data exports.',
    locked: false,
  },
} as const

export type NotificationKind = keyof typeof KINDS

export const KIND_NAMES = Object.keys(KINDS) as [NotificationKind, ...NotificationKind[]]

export const CHANNELS = ['app', 'mail'] as const

export type Channel = (typeof CHANNELS)[number]

/** Returns whether a text is a kind of notification. */
export const isKind = (text: string): text is NotificationKind => Object.hasOwn(KINDS, text)

/**
 * The kind of notification that each mail is also shown as in the app. `null` marks a mail without
 * a notification: it carries a code or a link, or its reader has no access to the app.
 */
export const NOTIFICATION_KINDS = {
  'password-changed': 'security',
  'email-change-requested': 'security',
  'email-changed': 'security',
  'email-restored': 'security',
  'withdrawals-frozen': 'security',
  'factor-changed': 'security',
  'new-device': 'security',
  'wallet-changed': 'security',
  'account-suspended': 'security',
  'account-reactivated': 'security',
  'deposit-received': 'money',
  'deposit-confirmed': 'money',
  'deposit-rejected': 'money',
  'deposit-reversed': 'money',
  'withdrawal-requested': 'money',
  'withdrawal-approved': 'money',
  'withdrawal-paid': 'money',
  'withdrawal-rejected': 'money',
  'withdrawal-reversed': 'money',
  'fees-raised': 'money',
  'withdrawal-rules': 'money',
  'withdrawal-stays-cash': 'money',
  'balance-adjusted': 'money',
  'position-matured': 'money',
  'return-paid': 'money',
  'plan-loss': 'money',
  'profile-changed': 'account',
  'data-export-ready': 'account',
  'verification-passed': 'account',
  'verification-try-again': 'account',
  'verification-refused': 'account',
  'verification-expiring': 'account',
  'verify-code': null,
  'reset-password': null,
  'account-exists': null,
  'address-claimed': null,
  'confirm-new-email': null,
  'account-closed': null,
  'ledger-frozen': null,
  'ledger-anchor': null,
  'break-overdue': null,
  'enquiry-received': null,
  'enquiry-acknowledged': null,
  'enquiry-reply': null,
  'receiving-address': null,
  'staff-work': null,
  'staff-changed': null,
  'approval-key-changed': null,
  'approval-keys-reset': null,
  'staff-invited': null,
  'setting-loosened': null,
  'member-compromised': null,
  'staff-compromised': null,
  'staff-factor-reset': null,
  'staff-access-reset': null,
  'operations-alert': null,
} as const satisfies Record<MailName, NotificationKind | null>

/** The mails that are also shown in the app as a notification of this kind. */
export type MailNameOfKind<Kind extends NotificationKind> = {
  [Name in MailName]: (typeof NOTIFICATION_KINDS)[Name] extends Kind ? Name : never
}[MailName]

/** A mail that is also shown in the app. */
export type NotifiedMail = MailNameOfKind<NotificationKind>

/** A mail that a member cannot mute. */
export type LockedMail = MailNameOfKind<'security' | 'money'>

/** Returns whether a mail is also a notification. */
export const isNotifiedMail = (name: string): name is NotifiedMail =>
  Object.hasOwn(NOTIFICATION_KINDS, name) && NOTIFICATION_KINDS[name as MailName] !== null
