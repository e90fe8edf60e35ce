import { CHANNELS, type Channel, KINDS, type NotificationKind } from './model/kinds.ts'

export {
  CHANNELS,
  type Channel,
  isKind,
  isNotifiedMail,
  KIND_NAMES,
  KINDS,
  type LockedMail,
  type MailNameOfKind,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotifiedMail,
} from './model/kinds.ts'

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
