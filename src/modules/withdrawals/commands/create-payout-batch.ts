import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { getPayoutChain, MAX_BATCH_LINES } from '../model.ts'
import { listExportable } from '../queries/exportable-withdrawals.ts'
import { storePayoutBatch } from '../steps/store-payout-batch.ts'

/** A batch of these withdrawals, or of those that can be paid by the method on one network. */
export type CreateBatch = { method: PaymentMethodCode; withdrawalIds?: readonly string[] }

/**
 * Puts approved withdrawals of one payment method and network that are in no batch into a new
 * payout batch, and returns its id. Throws `nothing_to_export`, `not_exportable` (409) and
 * `role_missing` (403).
 */
export async function createPayoutBatch(
  app: App,
  admin: Staff,
  { method, withdrawalIds }: CreateBatch,
): Promise<string> {
  assertPermitted(admin, 'payout-batch.export')

  const id = createId('pbt')
  await runInTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('payout_batch', 0))`.execute(tx)

    const exportable = await listExportable(tx, app.clock.now(), { method, lock: true })
    const chosen = withdrawalIds && new Set(withdrawalIds)
    const rows = chosen ? exportable.filter((row) => chosen.has(row.id)) : exportable
    if (chosen && rows.length !== chosen.size) throw createNotExportableError()
    const [first] = rows
    if (!first) throw createNothingError()

    const chain = getPayoutChain(first)
    const onChain = rows.filter((row) => getPayoutChain(row) === chain)
    if (chosen && onChain.length !== rows.length) throw createTwoNetworksError()

    await storePayoutBatch(app, tx, admin, { id, method, rows: onChain.slice(0, MAX_BATCH_LINES) })
  })

  app.events.publish(STAFF, 'withdrawals')

  return id
}

const createNothingError = () =>
  new DomainError('nothing_to_export', 409, 'There are no approved withdrawals to export.')

const createTwoNetworksError = () =>
  new DomainError(
    'not_exportable',
    409,
    'A batch is paid on one network. Create one for USDT on Ethereum and one for USDT on TRON.',
    'withdrawals',
  )

const createNotExportableError = () =>
  new DomainError(
    'not_exportable',
    409,
    'A selected withdrawal is not approved, is paused, has another payment method or is already ' +
      'in a batch. Reload the list and select again.',
    'withdrawals',
  )
