import { createNotFoundError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { retirePoolAddress as retire } from '#modules/chains/steps/retire-pool-address.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

/**
 * Retires an address of a pool: it is lent to no further deposit, and stays under watch. Throws
 * `not_found` (404), also for a retired one.
 */
export async function retirePoolAddress(
  app: App,
  owner: Staff,
  { sourceId, address }: { sourceId: string; address: string },
): Promise<void> {
  assertPermitted(owner, 'receiving-address.change')

  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const method = await retire(tx, { sourceId, address, by: owner.label, at: now })
    if (!method) throw createNotFoundError('The address')

    await record(tx, now, owner, 'setting.changed', `setting:address.${method}`, {
      before: address,
      after: 'Retired',
    })
  })
}
