import { PERMISSION_LABELS } from '#modules/approvals/model.ts'
import { toRecipient } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type Delivery,
  isActionable,
  type StaffEvent,
  type StaffWork,
} from '../model/staff-events.ts'
import { getDelivery, listStaffChoices } from '../queries/staff-work.ts'

/** Proposals named in one mail; further ones are counted. */
const MAX_NAMED = 20

/**
 * Mails each staff member the work that they may act on and have chosen to be mailed about at once
 * or daily: one mail for all of it, and none without any.
 */
export async function sendStaffWork(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  work: readonly StaffWork[],
  delivery: Exclude<Delivery, 'off'>,
): Promise<void> {
  if (work.length === 0) return

  const choices = await listStaffChoices(tx)
  for (const admin of await listStaffAtWork(tx)) {
    const own = work.filter(
      (item) =>
        isActionable(admin, item) && getDelivery(choices, admin.id, item.event) === delivery,
    )
    if (own.length === 0) continue

    const data = { daily: delivery === 'daily', ...summarise(own) }
    await notify(tx, app, toRecipient(admin), 'staff-work', data)
  }
}

function summarise(work: readonly StaffWork[]) {
  const listEvent = (event: StaffEvent) => work.filter((item) => item.event === event)
  const nameProposals = (proposals: readonly StaffWork[]) => ({
    count: proposals.length,
    named: proposals.slice(0, MAX_NAMED).map(({ permission, expiresAt }) => ({
      title: PERMISSION_LABELS[permission],
      expiresAt,
    })),
  })

  return {
    deposits: listEvent('deposit').length,
    withdrawals: listEvent('withdrawal').length,
    approvals: nameProposals(listEvent('approval')),
    expiring: nameProposals(listEvent('expiring')),
  }
}
