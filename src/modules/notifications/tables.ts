import type { GeneratedAlways, JSONColumnType } from 'kysely'

export type NotificationTables = {
  outbox: {
    id: string
    sequence: GeneratedAlways<bigint>
    member_id: string | null
    recipient: string
    recipient_name: string | null
    template: string
    data: JSONColumnType<Record<string, unknown>, string, string>
    queued_at: Date
    attempts: number
    last_error: string | null
    message_id: string | null
    sent_at: Date | null
  }
}
