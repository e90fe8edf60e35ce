import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { Channel, NotificationKind } from './model.ts'

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
  notification: {
    id: string
    sequence: GeneratedAlways<bigint>
    member_id: string
    template: string
    kind: NotificationKind
    data: JSONColumnType<Record<string, unknown>, string, string>
    created_at: Date
    read_at: Date | null
  }
  notification_choice: {
    member_id: string
    kind: NotificationKind
    channel: Channel
    enabled: boolean
    changed_at: Date
  }
}
