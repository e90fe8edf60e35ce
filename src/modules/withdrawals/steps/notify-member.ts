import { getMember } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'

export type WithdrawalMail =
  | 'withdrawal-requested'
  | 'withdrawal-approved'
  | 'withdrawal-paid'
  | 'withdrawal-rejected'
  | 'wallet-changed'

/** Queues one of this module's mails to a member, under their own name and address. */
export async function notifyMember(
  tx: Tx,
  app: App,
  memberId: string,
  template: WithdrawalMail,
  contents: Record<string, unknown>,
): Promise<void> {
  const { email, firstName } = await getMember(tx, memberId)
  await notify(tx, app, { memberId, to: email, name: firstName }, template, contents)
}
