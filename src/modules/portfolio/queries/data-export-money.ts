import { type Cents, formatAmount } from '#lib/money.ts'
import { listRewards } from '#modules/affiliates/queries.ts'
import { listDepositRecords } from '#modules/deposits/queries.ts'
import { listMemberPositions } from '#modules/plans/queries.ts'
import { formatWithdrawalTxid } from '#modules/withdrawals/model.ts'
import { listWithdrawalRecords } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { listOwnEntries } from '../queries.ts'

/** More rows than a member can have. */
export const EVERYTHING = 1_000_000

const formatUsdAmount = (cents: Cents | null) =>
  cents === null ? null : formatAmount(cents, 'USD')

/** Reads the deposits of a member for the data export. */
export async function readDeposits({ db, clock }: App, id: string) {
  return (await listDepositRecords(db, id, clock.now())).map((deposit) => ({
    id: deposit.id,
    plan: deposit.planName,
    status: deposit.status,
    amount: formatUsdAmount(deposit.amount),
    paymentMethod: deposit.method,
    coin: deposit.coin,
    network: deposit.network,
    coinAmount: formatAmount(deposit.coinAmount, deposit.coin),
    address: deposit.address,
    createdAt: deposit.createdAt,
    submittedAt: deposit.submittedAt,
    decidedAt: deposit.decidedAt,
    reason: deposit.reason,
    credited: formatUsdAmount(deposit.credited),
    received:
      deposit.received && deposit.receivedIn && formatAmount(deposit.received, deposit.receivedIn),
    receivedIn: deposit.receivedIn,
    positionId: deposit.positionId,
    proof: deposit.proved ? { type: deposit.proofType, bytes: deposit.proofBytes } : null,
  }))
}

/** Reads the withdrawals of a member for the data export. */
export async function readWithdrawals({ db }: App, id: string) {
  return (await listWithdrawalRecords(db, id)).map((withdrawal) => ({
    id: withdrawal.id,
    source: withdrawal.source,
    status: withdrawal.status,
    amount: formatUsdAmount(withdrawal.amount),
    fee: formatUsdAmount(withdrawal.fee),
    paymentMethod: withdrawal.method,
    coin: withdrawal.coin,
    address: withdrawal.address,
    createdAt: withdrawal.createdAt,
    coinAmount: withdrawal.coinAmount && formatAmount(withdrawal.coinAmount, withdrawal.coin),
    approvedAt: withdrawal.approvedAt,
    closedAt: withdrawal.closedAt,
    transaction: withdrawal.txid && formatWithdrawalTxid(withdrawal, withdrawal.txid),
    reason: withdrawal.reason,
  }))
}

/** Reads the positions of a member for the data export. */
export async function readPositions({ db, clock }: App, id: string) {
  return (await listMemberPositions(db, id, clock.today())).map((position) => ({
    id: position.id,
    plan: position.planName,
    family: position.family,
    status: position.status,
    principal: formatUsdAmount(position.principal),
    remaining: formatUsdAmount(position.remaining),
    openedOn: position.openedOn,
    maturesOn: position.maturesOn,
    maturedOn: position.maturedOn,
    accruedEstimate: formatUsdAmount(position.accrued),
    returnDue: formatUsdAmount(position.returnDue),
    returnPaid: formatUsdAmount(position.returnPaid),
    atMaturity: position.atMaturity,
  }))
}

/** Reads the entries of a member for the data export. */
export async function readLedger({ db }: App, id: string) {
  return (await listOwnEntries(db, id, EVERYTHING)).map(
    ({ entry, journalNumber, amount, change, ...row }) => ({
      ...row,
      entry: String(entry),
      journalNumber: journalNumber === null ? null : String(journalNumber),
      amount: formatUsdAmount(amount),
      balanceChange: formatUsdAmount(change),
    }),
  )
}

/** Reads the rewards of a member for the data export. */
export async function readRewards({ db }: App, memberId: string) {
  return (await listRewards(db, { memberId, limit: EVERYTHING })).map((reward) => ({
    id: reward.id,
    kind: reward.kind,
    amount: formatUsdAmount(reward.cents),
    notedAt: reward.notedAt,
    dueAt: reward.dueAt,
    paidAt: reward.paidAt,
    refusedBecause: reward.declineReason,
  }))
}

/** Returns a copy with every amount in dollars. */
export function toDollarAmounts<Value extends object>(value: Value): Record<string, unknown> {
  const toPlainValue = (each: unknown): unknown => {
    if (typeof each === 'bigint') return formatUsdAmount(each)
    if (Array.isArray(each)) return each.map(toPlainValue)
    return each && typeof each === 'object' ? toDollarAmounts(each) : each
  }

  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlainValue(each)]))
}
