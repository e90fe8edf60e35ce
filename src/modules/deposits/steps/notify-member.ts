import { getMember } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'

export type DepositMail = 'deposit-received' | 'deposit-confirmed' | 'deposit-rejected'

/** Queues a mail about a deposit to its member. */
export async function notifyMember(
  tx: Tx,
  app: App,
  memberId: string,
  template: DepositMail,
  data: Record<string, unknown>,
): Promise<void> {
  const { email, firstName } = await getMember(tx, memberId)
  await notify(tx, app, { memberId, to: email, name: firstName }, template, data)
}
