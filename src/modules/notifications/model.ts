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

/** Of what a mail carries, these open something; they are cut out of the outbox once the mail has left. */
export const SECRET_KEYS = ['code', 'link'] as const
