import { toUtcDay } from '#lib/dates.ts'
import { type Cents, formatAmount } from '#lib/money.ts'
import { listRewards } from '#modules/affiliates/queries.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { listDepositRecords } from '#modules/deposits/queries.ts'
import { getMember, listConsents, listSessionHistory } from '#modules/identity/queries.ts'
import { listChoices, listNotifications } from '#modules/notifications/queries.ts'
import { listMemberPositions } from '#modules/plans/queries.ts'
import { listMemberTestimonials } from '#modules/testimonials/queries.ts'
import { listWalletRecords, listWithdrawalRecords } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { parseYear } from '../model.ts'
import { listOwnEntries } from '../queries.ts'
import { getYear } from './statement.ts'

/**
 * One part of a member's data export. It contains no name, id or address of another person, staff
 * included.
 */
type Part = { name: string; read(app: App, memberId: string): Promise<unknown> }

const EVERYTHING = 1_000_000
const formatUsdAmount = (cents: Cents | null) =>
  cents === null ? null : formatAmount(cents, 'USD')

/** The parts of a data export, in order. */
export const PARTS: readonly Part[] = [
  { name: 'profile', read: readProfile },
  { name: 'consents', read: ({ db }, id) => listConsents(db, id) },
  { name: 'sessions', read: ({ db }, id) => listSessionHistory(db, id) },
  { name: 'signIns', read: signIns },
  { name: 'wallets', read: ({ db }, id) => listWalletRecords(db, id) },
  { name: 'deposits', read: readDeposits },
  { name: 'withdrawals', read: readWithdrawals },
  { name: 'positions', read: readPositions },
  { name: 'ledger', read: readLedger },
  { name: 'rewards', read: readRewards },
  { name: 'notifications', read: readNotifications },
  { name: 'testimonials', read: readTestimonials },
  { name: 'statements', read: readStatements },
]

async function readProfile({ db }: App, id: string) {
  const { kind: _kind, label: _label, referredBy, ...member } = await getMember(db, id)
  return { ...member, signedUpWithCode: referredBy }
}

async function signIns({ db }: App, actorId: string) {
  const found = []
  for (let before: bigint | undefined; ; ) {
    const auditEvents = await listAuditEvents(db, {
      actorId,
      action: 'member.signed-in',
      limit: 200,
      ...(before !== undefined && { before }),
    })

    found.push(...auditEvents.map(({ at, details }) => ({ at, address: details.address })))
    before = auditEvents.at(-1)?.sequence

    if (auditEvents.length < 200 || before === undefined) return found
  }
}

async function readTestimonials({ db }: App, id: string) {
  return (await listMemberTestimonials(db, id)).map(
    ({ memberId: _own, decision, ...testimonial }) => ({
      ...testimonial,
      decidedAt: decision?.at ?? null,
      reason: decision?.reason ?? null,
    }),
  )
}

async function readDeposits({ db, clock }: App, id: string) {
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

async function readWithdrawals({ db }: App, id: string) {
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
    transaction: withdrawal.txid,
    reason: withdrawal.reason,
  }))
}

async function readPositions({ db, clock }: App, id: string) {
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

async function readLedger({ db }: App, id: string) {
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

async function readRewards({ db }: App, memberId: string) {
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

async function readNotifications({ db }: App, id: string) {
  const notificationRows = await listNotifications(db, id, { limit: EVERYTHING })
  return {
    choices: await listChoices(db, id),
    received: notificationRows.map(({ kind, title, text, createdAt, readAt }) => ({
      kind,
      title,
      text,
      createdAt,
      readAt,
    })),
  }
}

/** Lists the changes of each month since sign-up, as statements show them. */
async function readStatements({ db, clock }: App, id: string) {
  const { signedUpOn } = await getMember(db, id)
  const today = clock.today()
  const [first, last] = [Number(signedUpOn.slice(0, 4)), Number(today.slice(0, 4))]
  const years = []

  for (let year = first; year <= last; year++) {
    const { head: _head, ...summary } = await getYear(db, id, parseYear(year, today))
    years.push({ year, ...toDollarAmounts(summary) })
  }

  return { writtenOn: toUtcDay(clock.now()), years }
}

/** Returns a copy with every amount in dollars. */
function toDollarAmounts<Value extends object>(value: Value): Record<string, unknown> {
  const toPlainValue = (each: unknown): unknown => {
    if (typeof each === 'bigint') return formatUsdAmount(each)
    if (Array.isArray(each)) return each.map(toPlainValue)
    return each && typeof each === 'object' ? toDollarAmounts(each) : each
  }

  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlainValue(each)]))
}
