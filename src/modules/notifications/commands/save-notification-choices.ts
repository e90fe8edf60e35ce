import { DomainError } from '#lib/errors.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { CHANNELS, type Choice, isKind, KINDS, resolveChoices } from '../model.ts'
import { listChoices } from '../queries.ts'
import type { NotificationTables } from '../tables.ts'

/** The choices that were sent: a kind, a channel, and whether it is enabled. */
export type NotificationChoicesInput = readonly {
  kind: string
  channel: string
  enabled: boolean
}[]

/**
 * Stores the member's choices; the ones not sent stay. Throws `cannot_mute` (422) for security and
 * money, and `unknown_choice` (422), both with the field; nothing is stored then.
 */
export async function saveNotificationChoices(
  app: App,
  member: Actor,
  wishes: NotificationChoicesInput,
): Promise<Choice[]> {
  const choices = wishes.map(parseChoice)
  return await runInTransaction(app.db, async (tx) => {
    const before = await listChoices(tx, member.id)
    const changed = choices.filter(
      ({ kind, channel, enabled }) =>
        !before.some(
          (was) => was.kind === kind && was.channel === channel && was.enabled === enabled,
        ),
    )

    for (const { kind, channel, enabled } of changed)
      await tx
        .withTables<NotificationTables>()
        .insertInto('notification_choice')
        .values({
          member_id: member.id,
          kind,
          channel,
          enabled,
          changed_at: app.clock.now(),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['member_id', 'kind', 'channel'])
            .doUpdateSet({ enabled, changed_at: app.clock.now() }),
        )
        .execute()

    if (changed.length > 0)
      await record(tx, app.clock.now(), member, 'notifications.chosen', member.id, { changed })

    return resolveChoices(await listChoices(tx, member.id))
  })
}

function parseChoice({ kind, channel, enabled }: NotificationChoicesInput[number]): Choice {
  const known = CHANNELS.find((each) => each === channel)
  const field = `${kind}.${channel}`
  if (!isKind(kind) || !known)
    throw new DomainError('unknown_choice', 422, 'Unknown notification type or channel.', field)

  if (!enabled && KINDS[kind].locked)
    throw new DomainError(
      'cannot_mute',
      422,
      `${KINDS[kind].label} notifications can’t be turned off.`,
      field,
    )

  return { kind, channel: known, enabled }
}
