import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { type AccountCode, getAccountCurrency } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { EVIDENCE_LIMIT, parseHeldAmount } from '../model.ts'
import { getHeldUnits, type OutsideBalance } from '../queries.ts'
import { lockCustody } from '../steps/lock-custody.ts'
import { reconcileBalance } from '../steps/reconcile-balance.ts'

export type RecordOutsideBalance = {
  account: AccountCode
  /** The outside balance, as a decimal text in the account's currency. */
  amount: string
  /** The time of the balance; by default now. */
  asOf?: Date
  /** The evidence: statement number or block height. */
  evidence: string
}

/**
 * Records an outside balance that staff observed and reconciles it with the ledger at that moment.
 * A difference opens a break. Throws `evidence_needed` and `invalid_amount` (400), `future` (422),
 * and `already_recorded` (409).
 */
export async function recordOutsideBalance(
  app: App,
  admin: Staff,
  { account, amount, asOf, evidence }: RecordOutsideBalance,
): Promise<OutsideBalance> {
  assertPermitted(admin, 'ledger.reconcile')

  const now = app.clock.now()
  if (asOf && asOf > now)
    throw new DomainError('future', 422, "The time of the balance can't be in the future.", 'asOf')

  const evidenceText = parseEvidence(evidence)

  return await runInTransaction(app.db, async (tx) => {
    await lockCustody(tx, account)

    const units = parseHeldAmount(amount, getAccountCurrency(account))
    const bookUnits = await getHeldUnits(tx, account, asOf && asOf < now ? asOf : undefined)

    return await reconcileBalance(tx, app, admin, {
      account,
      units,
      asOf: asOf ?? now,
      bookUnits,
      source: 'entered',
      statedBy: admin.label,
      evidence: evidenceText,
    })
  })
}

function parseEvidence(text: string): string {
  const evidence = text.trim()
  if (evidence !== '' && evidence.length <= EVIDENCE_LIMIT) return evidence

  throw new DomainError(
    'evidence_needed',
    400,
    'Please enter the source, such as a statement number or block height.',
    'evidence',
  )
}
