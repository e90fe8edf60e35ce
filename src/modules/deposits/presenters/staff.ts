import type { Staff } from '#modules/identity/model.ts'
import { attachMemberNames } from '#modules/identity/queries.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { listCredits } from '#modules/ledger/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import { countWaitingMinutes } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { computeCreditCents, computeReviewDeadline, formatCoinAmount, TEXTS } from '../model.ts'
import type { Deposit } from '../queries.ts'
import { buildEvidence, type DepositEvidence } from './evidence.ts'
import { toOutcome } from './outcome.ts'

/** Returns a deposit as the back office shows it. */
export async function buildStaffDeposit(app: App, deposit: Deposit) {
  const [line] = await buildStaffDeposits(app, [deposit])
  return line as NonNullable<typeof line>
}

/** Returns the rows of the list in the back office, with the journal numbers of their credits. */
export async function buildStaffList(app: App, deposits: readonly Deposit[]) {
  const credited = deposits.filter((deposit) => deposit.credited !== null)
  const [lines, evidence, credits] = await Promise.all([
    buildStaffDeposits(app, deposits),
    buildEvidence(app, deposits),
    listCredits(
      app.db,
      'deposit_confirmed',
      credited.map(({ id, memberId }) => ({
        reference: id,
        account: toMemberAccountCode(memberId, 'cash'),
      })),
    ),
  ])

  return deposits.map((deposit, index) => {
    const seq = credits.get(deposit.id)

    return {
      ...(lines[index] as (typeof lines)[number]),
      journalNumber: seq == null ? null : String(seq),
      evidence: describeEvidence(app, deposit, evidence.get(deposit.id)),
    }
  })
}

/** Returns deposits as the back office shows them, in the same order. */
export const buildStaffDeposits = async (app: App, deposits: readonly Deposit[]) =>
  (await attachMemberNames(app.db, deposits)).map((deposit) =>
    toStaffLine(deposit, app.clock.now()),
  )

function toStaffLine(deposit: Deposit & { name: string; email: string }, now: Date) {
  const { id, amount, coin, coinAmount, proofType } = deposit
  const rate = deposit.creditRate ?? deposit.rate
  const shownAmount = deposit.credited ?? amount
  const waitingSince = deposit.status === 'pending' ? deposit.submittedAt : null

  return {
    _id: id,
    withdrawable_balance: shownAmount,
    amount: shownAmount,
    quoted: amount,
    arrivedAt: deposit.arrivedAt,
    observed: deposit.evidence,
    status: deposit.status,
    createdAt: deposit.createdAt,
    coin,
    address: deposit.address,
    late: deposit.late,
    waitingMinutes: waitingSince && countWaitingMinutes(waitingSince, now),
    expectedBy: computeReviewDeadline(deposit),
    decidedAt: deposit.decidedAt,
    decidedBy: deposit.decidedBy,
    reversedBy: deposit.reversedBy,
    payment_method: deposit.method,
    coinAmount: formatCoinAmount(coinAmount, coin),
    plan: deposit.planName,
    member: { _id: deposit.memberId, name: deposit.name, email: deposit.email },
    proof: proofType ? { type: proofType, path: `/api/transactions/${id}/proof` } : null,
    rate: formatRate(rate),
    expected: computeCreditCents({ currency: coin, amount: coinAmount }, rate, deposit),
    ...toOutcome(deposit),
  }
}

/** Returns what shows a deposit's payment: the blockchain, else what credited it. */
function describeEvidence({ config }: App, { receivedIn }: Deposit, shown?: DepositEvidence) {
  if (shown) return describeChain(shown)
  if (receivedIn === null) return null
  if (config.MODE === 'sandbox') return 'Simulated'
  return receivedIn === 'USD' ? 'Bank' : 'Transaction'
}

const FLAGS = { none: '', partial: ', short', over: ', over', late: ', late' } as const

function describeChain({
  state,
  flag,
  confirmations,
  needed,
  disputed,
  payments,
}: DepositEvidence) {
  if (state === 'reversed') return 'No longer on the blockchain'
  if (payments.every(({ gone }) => gone)) return 'Dropped'
  if (disputed) return 'Disputed by providers'
  if (state === 'credited') return payments.length > 1 ? `${payments.length} payments` : 'Payment'
  const isSettled = payments.every(({ settled, gone }) => settled || gone)
  const count = needed === 0 ? 'Not final' : `${confirmations} of ${needed}`

  return `${isSettled ? 'Confirmed' : count}${FLAGS[flag]}`
}

/** Returns the message of a confirmation; names the admin whose confirmation came first. */
export const formatConfirmation = ({ decidedBy }: Deposit, admin: Staff) =>
  decidedBy === admin.label
    ? TEXTS.confirmed
    : `Already confirmed by ${decidedBy}. It was credited once.`
