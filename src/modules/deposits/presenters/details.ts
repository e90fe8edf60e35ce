import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { listEntries } from '#modules/ledger/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import { describePlan } from '#modules/plans/model.ts'
import { getPlanVersion, listWorstMonths } from '#modules/plans/queries.ts'
import { SAMPLE_ADDRESSES } from '#modules/settings/model.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { formatCoinAmount } from '../model.ts'
import type { Deposit } from '../queries.ts'
import { toOutcome } from './outcome.ts'

/** Returns a deposit as its member's screen shows it, with its plan, fees and timeline. */
export async function buildDepositDetails(app: App, deposit: Deposit) {
  const plan = await getPlanVersion(app.db, deposit.planVersionId)
  const worstMonths = await listWorstMonths(app.db, plan.planId)
  const method = await getPaymentMethod(app.db, app.config, app.clock.now(), deposit.method)
  const { status, amount, coin, address, network, uri, rateSource } = deposit

  return {
    _id: deposit.id,
    status,
    amount,
    coin,
    address,
    network,
    uri,
    rateSource,
    createdAt: deposit.createdAt,
    expiresAt: deposit.expiresAt,
    late: deposit.late,
    payment_method: deposit.method,
    coinAmount: formatCoinAmount(deposit.coinAmount, coin),
    leftMs: Math.max(0, deposit.expiresAt.getTime() - app.clock.now().getTime()),
    rate: formatRate(deposit.rate),
    plan: {
      ...describePlan(plan),
      worstMonth: worstMonths.get(plan.planId) ?? null,
    },
    sampleAddress: address === SAMPLE_ADDRESSES[deposit.method],
    confirmations: method.confirmations,
    journalNumber: deposit.credited !== null ? await findJournalNumber(app, deposit) : null,
    fees: { deposit: 0n, withdrawal: method.withdrawalFee, minWithdrawal: method.minWithdrawal },
    ...toOutcome(deposit),
  }
}

/** Finds the journal number of a deposit's credit; null until the journal is finalised that far. */
async function findJournalNumber(app: App, { id, memberId }: Deposit) {
  const cash = toMemberAccountCode(memberId, 'cash')
  const entries = await listEntries(app.db, { reference: id })
  const credit = entries.find(
    (row) => row.transferType === 'deposit_confirmed' && row.credit === cash,
  )

  return credit?.seq == null ? null : String(credit.seq)
}
