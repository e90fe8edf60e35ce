import { may } from '#modules/approvals/model.ts'
import { recipientOf } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/acts/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { titleOf } from '../model.ts'

export type Told = { source: string; said: string; state: 'raised' | 'again' | 'over'; since: Date }

/** Mails whoever the operator named for alarms, or every owner; answers the ids of the mails. */
export async function tellWatchers(tx: Tx, app: App, { since, ...told }: Told): Promise<string[]> {
  const data = { ...told, title: titleOf(told.source), since: since.toISOString() }
  const ids: string[] = []
  for (const recipient of await watchersOf(tx, app))
    ids.push(await notify(tx, app, recipient, 'house-alarm', data))
  return ids
}

async function watchersOf(tx: Tx, { config }: App): Promise<{ to: string; name?: string }[]> {
  if (config.ALARM_MAIL.length > 0) return config.ALARM_MAIL.map((to) => ({ to }))
  return (await listStaffAtWork(tx))
    .filter(({ role }) => may('house.run').includes(role))
    .map(recipientOf)
}
