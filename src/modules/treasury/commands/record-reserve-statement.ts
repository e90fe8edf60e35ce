import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { createPrivateKeyError, isPrivateKeyLike } from '#lib/private-keys.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { queryReserveProvider } from '../adapters/reserve-provider.ts'
import type { Reserve } from '../model.ts'
import { getReserve } from '../queries.ts'
import { assertSameBlock, readPastBalance, verifySignature } from '../steps/verify-reserve.ts'
import type { TreasuryTables } from '../tables.ts'

export type RecordReserveStatement = {
  challengeId: string
  signature: string
}

/**
 * Verifies the signature of a prepared statement and records it with the balance of its address at
 * the statement's block. A provider that can't read that block answers for its newest one. Throws
 * `private_key` and `invalid_signature` (422), `statement_expired`, `statement_used` and
 * `block_replaced` (409), and `provider_unavailable` (503).
 */
export async function recordReserveStatement(
  app: App,
  admin: Staff,
  { challengeId, signature: typed }: RecordReserveStatement,
): Promise<Reserve> {
  assertPermitted(admin, 'ledger.reconcile')
  if (isPrivateKeyLike(typed)) throw createPrivateKeyError('signature')

  const challenge = await getChallenge(app.db, challengeId, app.clock.now())
  const reserve = await getReserve(app.db, challenge.address_id, app.clock.now())
  const signature = typed.trim()
  const format = verifySignature(reserve, challenge.statement, signature)

  const { provider, answer: balance } = await queryReserveProvider(app, reserve.chain, (one) =>
    readPastBalance(one, reserve, challenge.block_height),
  )
  assertSameBlock(challenge, balance)

  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const { numInsertedOrUpdatedRows: stored } = await tx
      .withTables<TreasuryTables>()
      .insertInto('reserve_statement')
      .values({
        challenge_id: challengeId,
        signature,
        format,
        units: balance.units,
        balance_height: balance.block.height,
        balance_hash: balance.block.hash,
        balance_at: balance.block.at,
        provider: provider.name,
        simulated: provider.simulated,
        verified_at: now,
        recorded_by: admin.id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!stored) throw createUsedError()

    await record(tx, now, admin, 'reserve-statement.recorded', reserve.id, {
      challenge: challengeId,
      format,
      units: balance.units,
      block: balance.block.height,
    })

    return await getReserve(tx, reserve.id, now)
  })
}

/** Returns a challenge that can be answered. A signature of any other text proves nothing. */
async function getChallenge(reader: Reader, id: string, now: Date) {
  const challenge = await reader
    .withTables<TreasuryTables>()
    .selectFrom('reserve_challenge as c')
    .leftJoin('reserve_statement as s', 's.challenge_id', 'c.id')
    .select(['c.address_id', 'c.statement', 'c.block_height', 'c.block_hash', 'c.expires_at'])
    .select('s.challenge_id as used')
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!challenge) throw createNotFoundError('This statement')
  if (challenge.used !== null) throw createUsedError()
  if (challenge.expires_at < now)
    throw new DomainError(
      'statement_expired',
      409,
      'This statement has expired. Please prepare a new one and sign that.',
      'signature',
    )

  return challenge
}

const createUsedError = () =>
  new DomainError('statement_used', 409, 'This statement is already recorded.', 'signature')
