import { toRecipient } from '#modules/identity/model.ts'
import { listMembersById, listOpenMemberIds } from '#modules/identity/queries.ts'
import { notifyEach } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type PublicationEffect, UNNAMED_COUNTRY } from '../model.ts'

const MAIL_BATCH_SIZE = 1_000

/** Mails the members of countries in which a withdrawal requires more, from which day on. */
export async function notifyStricterRules(
  app: Pick<App, 'clock' | 'jobs'>,
  tx: Tx,
  { stricter, named }: Pick<PublicationEffect, 'stricter' | 'named'>,
): Promise<void> {
  if (stricter.length === 0) return

  const changes = new Map(stricter.map((change) => [change.country, change]))
  const findChange = (country: string) =>
    changes.get(named.has(country) ? country : UNNAMED_COUNTRY)

  const ids = await listOpenMemberIds(tx)
  for (let from = 0; from < ids.length; from += MAIL_BATCH_SIZE) {
    const members = await listMembersById(tx, ids.slice(from, from + MAIL_BATCH_SIZE))
    const deliveries = [...members.values()].flatMap((member) => {
      const change = findChange(member.country)
      const recipient = { ...toRecipient(member), memberId: member.id }
      return change
        ? [{ recipient, data: { effectiveFrom: change.from, added: change.added } }]
        : []
    })
    await notifyEach(tx, app, deliveries, 'withdrawal-rules')
  }
}
