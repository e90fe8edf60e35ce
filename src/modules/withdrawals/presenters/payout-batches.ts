import { attachMemberNames } from '#modules/identity/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { describePayoutNetwork, MAX_BATCH_LINES, sumAmounts } from '../model.ts'
import { listExportable, sumExportedAlone } from '../queries/exportable-withdrawals.ts'
import { countUnpaidByBatch, listPayoutBatches } from '../queries/payout-batches.ts'
import { listProgress } from '../queries/payout-progress.ts'
import { toBatchResponse } from './payout-batch.ts'

/** Returns the newest batches, and for each payment method what the next one would contain. */
export async function buildPayoutBatches(app: App) {
  const unpaid = await countUnpaidByBatch(app.db)
  const batches = await listPayoutBatches(app.db)
  const progress = await listProgress(
    app.db,
    batches.map(({ id }) => id),
  )

  return {
    batches: await Promise.all(
      batches.map((batch) =>
        toBatchResponse(app, batch, {
          unpaid: unpaid.get(batch.id) ?? 0,
          confirmations: progress.get(batch.id) ?? null,
        }),
      ),
    ),
    next: await buildNextBatches(app),
  }
}

async function buildNextBatches(app: App) {
  const now = app.clock.now()
  const exportable = await listExportable(app.db, now)
  const { secondAdminFrom } = await getSetting(app.db, app.config, 'withdrawals')
  const alone = await sumExportedAlone(app.db, now)

  const named = await attachMemberNames(
    app.db,
    exportable.map(({ id, member_id: memberId, method, amount, address }) => ({
      id,
      memberId,
      method,
      amount,
      network: describePayoutNetwork(method, address),
    })),
  )
  const groups = Map.groupBy(named, ({ method, network }) => `${method} ${network}`)

  const sorted = [...groups].sort(([one], [other]) => one.localeCompare(other))

  return sorted.flatMap(([, group]) => {
    const rows = group.slice(0, MAX_BATCH_LINES)
    const [first] = rows
    if (!first) return []

    const { method, network } = first
    const sum = sumAmounts(rows)
    return {
      method,
      network,
      count: rows.length,
      sum,
      needsSecondAdmin: sum + alone >= BigInt(secondAdminFrom),
      withdrawals: rows.map(({ id, name, amount }) => ({ _id: id, member: name, amount })),
    }
  })
}
