import { dayOf } from '#lib/dates.ts'
import { amountText, type Cents } from '#lib/money.ts'
import { listRewards } from '#modules/affiliates/queries.ts'
import { listActs } from '#modules/audit/queries.ts'
import { listDepositRecords } from '#modules/deposits/queries.ts'
import { getMember, listConsents, listSessionHistory } from '#modules/identity/queries.ts'
import { listChoices, listNotices } from '#modules/notifications/queries.ts'
import { listPositionsOf } from '#modules/plans/queries.ts'
import { listTestimonialsOf } from '#modules/testimonials/queries.ts'
import { listWalletRecords, listWithdrawalRecords } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { yearAsked } from '../model.ts'
import { listOwnEntries } from '../queries.ts'
import { getYear } from './statement.ts'

/**
 * One chapter of a member's own data: nobody else's name, id or address stands in it, the staff's
 * neither.
 */
type Part = { name: string; read(app: App, memberId: string): Promise<unknown> }

const EVERYTHING = 1_000_000
const usd = (cents: Cents | null) => (cents === null ? null : amountText(cents, 'USD'))

/** What a member's own data is made of, in this order. */
export const PARTS: readonly Part[] = [
  { name: 'profile', read: profile },
  { name: 'consents', read: ({ db }, id) => listConsents(db, id) },
  { name: 'sessions', read: ({ db }, id) => listSessionHistory(db, id) },
  { name: 'signIns', read: signIns },
  { name: 'wallets', read: ({ db }, id) => listWalletRecords(db, id) },
  { name: 'deposits', read: deposits },
  { name: 'withdrawals', read: withdrawals },
  { name: 'positions', read: positions },
  { name: 'ledger', read: ledger },
  { name: 'rewards', read: rewards },
  { name: 'notifications', read: notifications },
  { name: 'testimonials', read: testimonials },
  { name: 'statements', read: statements },
]

async function profile({ db }: App, id: string) {
  const { kind: _kind, label: _label, referredBy, ...member } = await getMember(db, id)
  return { ...member, signedUpWithCode: referredBy }
}

async function signIns({ db }: App, actorId: string) {
  const found = []
  for (let before: bigint | undefined; ; ) {
    const acts = await listActs(db, {
      actorId,
      action: 'member.signed-in',
      limit: 200,
      ...(before !== undefined && { before }),
    })

    found.push(...acts.map(({ at, details }) => ({ at, address: details.address })))
    before = acts.at(-1)?.sequence

    if (acts.length < 200 || before === undefined) return found
  }
}

async function testimonials({ db }: App, id: string) {
  return (await listTestimonialsOf(db, id)).map(({ memberId: _own, decision, ...given }) => ({
    ...given,
    decidedAt: decision?.at ?? null,
    reason: decision?.reason ?? null,
  }))
}

async function deposits({ db, clock }: App, id: string) {
  return (await listDepositRecords(db, id, clock.now())).map((deposit) => ({
    id: deposit.id,
    plan: deposit.planName,
    status: deposit.status,
    amount: usd(deposit.amount),
    paymentMethod: deposit.method,
    coin: deposit.coin,
    network: deposit.network,
    coinAmount: amountText(deposit.coinAmount, deposit.coin),
    address: deposit.address,
    createdAt: deposit.createdAt,
    submittedAt: deposit.submittedAt,
    decidedAt: deposit.decidedAt,
    reason: deposit.reason,
    credited: usd(deposit.credited),
    received:
      deposit.received && deposit.receivedIn && amountText(deposit.received, deposit.receivedIn),
    receivedIn: deposit.receivedIn,
    positionId: deposit.positionId,
    proof: deposit.proved ? { type: deposit.proofType, bytes: deposit.proofBytes } : null,
  }))
}

async function withdrawals({ db }: App, id: string) {
  return (await listWithdrawalRecords(db, id)).map((withdrawal) => ({
    id: withdrawal.id,
    source: withdrawal.source,
    status: withdrawal.status,
    amount: usd(withdrawal.amount),
    fee: usd(withdrawal.fee),
    paymentMethod: withdrawal.method,
    coin: withdrawal.coin,
    address: withdrawal.address,
    createdAt: withdrawal.createdAt,
    coinAmount: withdrawal.coinAmount && amountText(withdrawal.coinAmount, withdrawal.coin),
    approvedAt: withdrawal.approvedAt,
    closedAt: withdrawal.closedAt,
    transaction: withdrawal.txid,
    reason: withdrawal.reason,
  }))
}

async function positions({ db, clock }: App, id: string) {
  return (await listPositionsOf(db, id, clock.today())).map((position) => ({
    id: position.id,
    plan: position.planName,
    family: position.family,
    status: position.status,
    principal: usd(position.principal),
    remaining: usd(position.remaining),
    openedOn: position.openedOn,
    maturesOn: position.maturesOn,
    maturedOn: position.maturedOn,
    accruedEstimate: usd(position.accrued),
    returnDue: usd(position.returnDue),
    returnPaid: usd(position.returnPaid),
    atMaturity: position.atMaturity,
  }))
}

async function ledger({ db }: App, id: string) {
  return (await listOwnEntries(db, id, EVERYTHING)).map(
    ({ entry, folio, amount, change, ...row }) => ({
      ...row,
      entry: String(entry),
      folio: folio === null ? null : String(folio),
      amount: usd(amount),
      changeOfBalance: usd(change),
    }),
  )
}

async function rewards({ db }: App, memberId: string) {
  return (await listRewards(db, { memberId, limit: EVERYTHING })).map((reward) => ({
    id: reward.id,
    kind: reward.kind,
    amount: usd(reward.cents),
    notedAt: reward.notedAt,
    dueAt: reward.dueAt,
    paidAt: reward.paidAt,
    refusedBecause: reward.refusedBecause,
  }))
}

async function notifications({ db }: App, id: string) {
  const told = await listNotices(db, id, { limit: EVERYTHING })
  return {
    choices: await listChoices(db, id),
    told: told.map(({ kind, title, text, createdAt, readAt }) => ({
      kind,
      title,
      text,
      createdAt,
      readAt,
    })),
  }
}

/** What changed in each month since sign-up, as the statements say it. */
async function statements({ db, clock }: App, id: string) {
  const { signedUpOn } = await getMember(db, id)
  const today = clock.today()
  const [first, last] = [Number(signedUpOn.slice(0, 4)), Number(today.slice(0, 4))]
  const years = []

  for (let year = first; year <= last; year++) {
    const { head: _head, ...summary } = await getYear(db, id, yearAsked(year, today))
    years.push({ year, ...inDollars(summary) })
  }

  return { writtenOn: dayOf(clock.now()), years }
}

/** The same with every amount as dollars. */
function inDollars<Value extends object>(value: Value): Record<string, unknown> {
  const plain = (each: unknown): unknown => {
    if (typeof each === 'bigint') return usd(each)
    if (Array.isArray(each)) return each.map(plain)
    return each && typeof each === 'object' ? inDollars(each) : each
  }

  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
}
