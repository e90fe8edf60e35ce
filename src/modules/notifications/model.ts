export type Recipient = { memberId?: string; to: string; name?: string }

/** A mail in the outbox: its words exist only once it is sent. */
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

/**
 * Of what a mail carries, these open something; they are cut out of the outbox once the mail has
 * left.
 */
export const SECRET_KEYS = ['code', 'link'] as const

/** What members are told about, and whether they may do without. */
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
 * Which mails to a member are told in the app too, and of which kind they are. A mail that isn't
 * here is a mail alone: it carries a code or a link, or goes to somebody who can't read the app.
 */
export const NOTIFICATION_KINDS: Readonly<Record<string, NotificationKind>> = {
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
}

/** Mails that nobody reads in the app: to the staff, to who isn't signed in, to who has left. */
export const MAILS_ALONE: ReadonlySet<string> = new Set([
  'verify-code',
  'reset-password',
  'account-exists',
  'address-claimed',
  'confirm-new-email',
  'account-closed',
  'ledger-frozen',
  'ledger-anchor',
  'break-overdue',
  'enquiry-received',
  'receiving-address',
  'staff-invited',
  'member-compromised',
  'staff-compromised',
  'staff-factor-reset',
  'staff-access-reset',
  'operations-alert',
])

/** What of a mail's contents is kept with the notice: nothing that opens something. */
export const stripSecrets = (contents: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(contents).filter(([key]) => !(SECRET_KEYS as readonly string[]).includes(key)),
  )

/** What a member has been told in the app. */
export type MemberNotification = {
  id: string
  sequence: bigint
  kind: NotificationKind
  title: string
  text: string
  /** The screen where more about it stands. */
  to: string
  createdAt: Date
  readAt: Date | null
}

export type Choice = { kind: NotificationKind; channel: Channel; enabled: boolean }

/**
 * Every kind by every channel: on unless the member has chosen otherwise, and always where nobody
 * may choose.
 */
export const resolveChoices = (chosen: readonly Choice[]): Choice[] =>
  (Object.keys(KINDS) as NotificationKind[]).flatMap((kind) =>
    CHANNELS.map((channel) => {
      const own = chosen.find((each) => each.kind === kind && each.channel === channel)
      return { kind, channel, enabled: KINDS[kind].locked || (own?.enabled ?? true) }
    }),
  )
