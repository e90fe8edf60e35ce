import type { MailName } from '#ui/mail/template.ts'

export type Recipient = { memberId?: string; to: string; name?: string }

/** A mail in the outbox: its text exists only once it is sent. */
export type QueuedMail = {
  id: string
  memberId: string | null
  to: string
  name: string | null
  template: string
  data: Record<string, unknown>
  queuedAt: Date
  attempts: number
  lastError: string | null
  sentAt: Date | null
  messageId: string | null
}

/** Fields of a mail's data that grant access. They are deleted once the mail has been sent. */
export const SECRET_KEYS = ['code', 'link'] as const
export type SecretKey = (typeof SECRET_KEYS)[number]

/** The kinds of notification; a member cannot mute a locked one. */
export const KINDS = {
  security: {
    label: 'Security',
    text: 'Password, e-mail address, wallet addresses, second factor and new devices.',
    locked: true,
  },
  money: {
    label: 'Money',
    text:
      'Deposits, withdrawals, positions that mature, returns that are paid, losses and ' +
      'adjustments.',
    locked: true,
  },
  account: {
    label: 'Account',
    text: 'Changes of your profile, and your data when the file is ready.',
    locked: false,
  },
} as const
export type NotificationKind = keyof typeof KINDS

export const CHANNELS = ['app', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]

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
  'withdrawal-requested': 'money',
  'withdrawal-approved': 'money',
  'withdrawal-paid': 'money',
  'withdrawal-rejected': 'money',
  'balance-adjusted': 'money',
  'position-matured': 'money',
  'return-paid': 'money',
  'plan-loss': 'money',
  'profile-changed': 'account',
  'data-export-ready': 'account',
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
  'receiving-address': null,
  'staff-invited': null,
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

export const isNotifiedMail = (name: string): name is NotifiedMail =>
  Object.hasOwn(NOTIFICATION_KINDS, name) && NOTIFICATION_KINDS[name as MailName] !== null

/** Returns a mail's data without the fields that grant access, as its notification stores it. */
export const stripSecrets = (data: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).filter(([key]) => !(SECRET_KEYS as readonly string[]).includes(key)),
  )

/** A notification that a member reads in the app. */
export type MemberNotification = {
  id: string
  sequence: bigint
  kind: NotificationKind
  title: string
  text: string
  /** The address of the screen that shows more about it. */
  to: string
  createdAt: Date
  readAt: Date | null
}

export type Choice = { kind: NotificationKind; channel: Channel; enabled: boolean }

/** Returns every kind by every channel: on by default, and always on where the kind is locked. */
export const resolveChoices = (chosen: readonly Choice[]): Choice[] =>
  (Object.keys(KINDS) as NotificationKind[]).flatMap((kind) =>
    CHANNELS.map((channel) => {
      const choice = chosen.find((each) => each.kind === kind && each.channel === channel)
      return { kind, channel, enabled: KINDS[kind].locked || (choice?.enabled ?? true) }
    }),
  )
