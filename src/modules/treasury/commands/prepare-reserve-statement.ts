import { randomBytes } from 'node:crypto'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { ChainTip } from '#modules/chains/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { queryReserveProvider } from '../adapters/reserve-provider.ts'
import { buildReserveStatement, CHALLENGE_MS, NOT_COVERED, type Reserve } from '../model.ts'
import { getReserve } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'

/**
 * Prepares the text that the key of a reserve address signs, with the newest block and a nonce that
 * is used once within 24 hours. Throws `not_covered` (409) for an address whose signature can't be
 * verified, and `provider_unavailable` (503).
 */
export async function prepareReserveStatement(
  app: App,
  admin: Staff,
  addressId: string,
): Promise<Reserve> {
  assertPermitted(admin, 'ledger.reconcile')

  const reserve = await getReserve(app.db, addressId, app.clock.now())
  if (reserve.wallet !== 'single_key')
    throw new DomainError('not_covered', 409, NOT_COVERED[reserve.wallet])

  const { answer: block } = await queryReserveProvider(app, reserve.chain, (provider) =>
    provider.readTip(),
  )

  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const challenge = buildChallenge(app, reserve, block, now)
    await tx
      .withTables<TreasuryTables>()
      .insertInto('reserve_challenge')
      .values({ ...challenge, prepared_by: admin.id })
      .execute()

    await record(tx, now, admin, 'reserve-statement.prepared', addressId, {
      challenge: challenge.id,
      block: block.height,
    })

    return await getReserve(tx, addressId, now)
  })
}

function buildChallenge(
  { config }: Pick<App, 'config'>,
  { id, coin, chain, address }: Reserve,
  block: ChainTip,
  preparedAt: Date,
) {
  const nonce = randomBytes(16).toString('hex')
  const domain = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).host : 'localhost'

  return {
    id: createId('rch'),
    address_id: id,
    nonce,
    block_height: block.height,
    block_hash: block.hash,
    statement: buildReserveStatement({ domain, coin, chain, address, preparedAt, block, nonce }),
    prepared_at: preparedAt,
    expires_at: new Date(preparedAt.getTime() + CHALLENGE_MS),
  }
}
