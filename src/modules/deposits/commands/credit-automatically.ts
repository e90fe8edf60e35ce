import { sql } from 'kysely'
import { systemActor } from '#modules/audit/model.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { isAsQuoted, type SomePayments, sumUnits } from '../model.ts'
import { creditDeposit } from '../steps/credit-deposit.ts'
import { loadCreditBasis } from '../steps/load-credit-basis.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import { prepareEvidenceCredit } from '../steps/prepare-credit.ts'
import type { DepositTables } from '../tables.ts'

const DEPOSITS_AT_ONCE = 50

/**
 * Credits the deposits that the chain has settled in time and as quoted, up to the operator's limit
 * in dollars; none while the limit is 0, deposits are paused or the ledger is frozen. What differs
 * in any way is left to staff. Safe to repeat. Returns the number of deposits credited.
 */
export async function creditAutomatically(app: App): Promise<number> {
  const { automaticUpTo } = await getSetting(app.db, app.config, 'deposits')
  const limit = BigInt(automaticUpTo)
  if (limit === 0n) return 0

  const { deposits: pause } = await getSetting(app.db, app.config, 'pauses')
  if (pause || (await findFreeze(app.db))) return 0

  let credited = 0
  for (const id of await listCandidates(app, limit))
    try {
      credited += (await creditOne(app, id, limit)) ? 1 : 0
    } catch (error) {
      app.log.error({ deposit: id, err: error }, 'a deposit could not be credited automatically')
    }

  return credited
}

/** Returns pending deposits in time whose payments are settled, oldest first. */
async function listCandidates({ db }: App, limit: bigint): Promise<string[]> {
  const rows = await db
    .withTables<DepositTables>()
    .selectFrom('deposit as d')
    .select('d.id')
    .where('d.status', '=', 'pending')
    .where('d.late', '=', false)
    .where('d.approval_id', 'is', null)
    .where('d.amount', '<=', limit + limit / 100n)
    .where(sql<boolean>`has_own_payments(d) and not is_held_member(d.member_id)
        and not is_held_transaction(d.id)`)
    .where(
      sql<boolean>`(select coalesce(bool_and(is_payment_settled(e, d.amount)), false)
        from deposit_payment m join payment_evidence e on e.id = m.payment_id
        where m.deposit_id = d.id)`,
    )
    .orderBy('d.submitted_at')
    .orderBy('d.id')
    .limit(DEPOSITS_AT_ONCE)
    .execute()

  return rows.map(({ id }) => id)
}

async function creditOne(app: App, depositId: string, limit: bigint): Promise<boolean> {
  const memberId = await runInTransaction(app.db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    const basis = await loadCreditBasis(app, tx, deposit)
    const { payments, gone } = basis.evidence
    const [first, ...others] = payments
    if (deposit.status !== 'pending' || deposit.late !== false || gone || !first) return null

    const all: SomePayments = [first, ...others]
    if (!isAsQuoted(sumUnits(all), deposit.coin_amount)) return null

    const prepared = await prepareEvidenceCredit(app, tx, deposit, basis, all)
    if (prepared.credit.credited > limit || prepared.member.status !== 'active') return null

    await creditDeposit(app, tx, systemActor, deposit, prepared)
    return deposit.member_id
  })

  if (memberId) app.events.publish(toMemberAudience(memberId), 'deposits')
  return memberId !== null
}
