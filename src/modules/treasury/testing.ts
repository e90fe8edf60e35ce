import { createId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { Currency } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { type Decide, decide } from '#modules/approvals/steps/decide.ts'
import type { Staff } from '#modules/identity/model.ts'
import {
  type AccountCode,
  EQUITY,
  FEES,
  type Transfer,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
} from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  buildMovementTransfers,
  createSimulatedOutput,
  type Movement,
  parseCustodyCode,
  type Worth,
} from './model.ts'
import { type CustodyLine, computeWorth, listCustody } from './queries.ts'
import type { Begun } from './steps/begin-movement.ts'
import { carryOutMovement } from './steps/carry-out-movement.ts'
import { carryOutExplanation } from './steps/explain-break.ts'
import { receivePayment } from './steps/receive-payment.ts'
import { type OutsideMovement, simulateMovement } from './steps/simulate-movement.ts'

export const BANK: AccountCode = toCustodyAccountCode('USD')

/**
 * Records a simulated payment in the sandbox, in minor units, and returns its receipt's id. The
 * reference is the id of what it pays for (`dep_…`): repeating the call returns the same receipt.
 */
export const simulateReceipt = (
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  payment: { currency: Currency; units: bigint; reference: string; recordedBy: string },
): Promise<string> =>
  receivePayment(tx, app, {
    ...createSimulatedOutput(payment.reference),
    currency: payment.currency,
    amount: payment.units,
    arrivedAt: app.clock.now(),
    recordedBy: payment.recordedBy,
  })

/** Approves a proposal by another admin, which posts its movement. */
export const approveMovement = (
  app: App,
  admin: Staff,
  begun: Begun,
  signature?: Decide['signature'],
): Promise<void> =>
  runInTransaction(app.db, (tx) => approveInTransaction(tx, app, admin, begun, signature))

/** Approves the explanation of a shortage by another admin, which resolves its break. */
export const approveExplanation = (
  app: App,
  admin: Staff,
  proposal: Proposal | null,
): Promise<void> =>
  runInTransaction(app.db, async (tx) => {
    invariant(proposal, 'the explanation of a shortage waits for a second admin')
    const { contentHash } = proposal
    const outcome = await decide(tx, app, admin, proposal, { approve: true, contentHash })
    await carryOutExplanation(app, tx, admin, outcome)
  })

export async function approveInTransaction(
  tx: Tx,
  app: App,
  admin: Staff,
  { proposal }: Begun,
  signature?: Decide['signature'],
): Promise<void> {
  invariant(proposal, 'something waits for a second admin')
  const { contentHash } = proposal
  const outcome = await decide(tx, app, admin, proposal, { approve: true, contentHash, signature })
  await carryOutMovement(app, tx, admin, outcome)
}

/** Records capital of the operator, as two admins would, and returns its value. */
export async function fundCapital(app: App, currency: Currency, units: bigint): Promise<Worth> {
  const worth = await computeWorth(app, { currency, units }, 'in')
  await runInTransaction(app.db, async (tx) => {
    const receipt = await createReceipt(tx, currency, units)
    const { place } = parseCustodyCode(toCustodyAccountCode(currency))

    await simulateMovement(tx, app, {
      account: toCustodyAccountCode(currency),
      units,
      reference: receipt,
    })

    const arrival = {
      currency,
      units,
      place,
      receipt,
      ...createSimulatedOutput(receipt),
      observedAs: 'test',
    }
    const movement: Movement = {
      kind: 'capital_paid_in',
      ...arrival,
      ...worth,
      reason: 'It is so: test.',
    }
    const on = app.clock.today()

    await post(
      tx,
      await approveTransfers(
        tx,
        buildMovementTransfers(movement, { id: createId('prp'), on, actor: 'test' }),
      ),
    )
  })

  return worth
}

/** Posts fees by a deposit and a paid withdrawal of a member. */
export async function fundFees(app: App, memberId: string, cents: bigint): Promise<void> {
  const event = createId('fee')
  const [cash, hold] = [
    toMemberAccountCode(memberId, 'cash'),
    toMemberAccountCode(memberId, 'hold_cash'),
  ]
  await runInTransaction(app.db, async (tx) => {
    const receipt = await createReceipt(tx, 'USD', cents)
    await simulateMovement(tx, app, { account: BANK, units: cents, reference: receipt })
    await post(tx, [
      transfer(`${event}/in`, 'deposit_confirmed', BANK, cash, cents, { receipt }),
      transfer(`${event}/held`, 'withdrawal_held', cash, hold, cents),
      transfer(`${event}/fee`, 'fee_charged', hold, FEES, cents),
    ])
  })
}

/**
 * Returns the codes of a coin's custody and exchange accounts and of the dollar exchange account.
 */
export const listCoinAccounts = (currency: Currency, place?: string) => [
  toCustodyAccountCode(currency, place),
  toExchangeAccountCode(currency),
  toExchangeAccountCode('USD'),
]

/** Posts dollars of the operator's own to the bank, by default also in the simulated outside. */
export async function payCapital(app: App, cents: bigint, { outside = true } = {}): Promise<void> {
  const reference = createId('cap')
  await runInTransaction(app.db, async (tx) => {
    const receipt = await createReceipt(tx, 'USD', cents)
    if (outside)
      await simulateMovement(tx, app, { account: BANK, units: cents, reference: receipt })

    const paidIn: Transfer = transfer(reference, 'capital_paid_in', BANK, EQUITY, cents, {
      receipt,
    })
    await post(tx, await approveTransfers(tx, [paidIn]))
  })
}

/** Changes a simulated outside balance alone, so that it differs from the ledger. */
export const createDifference = (
  app: App,
  { account = BANK, units }: Partial<OutsideMovement> & { units: bigint },
) =>
  runInTransaction(app.db, (tx) =>
    simulateMovement(tx, app, { account, units, reference: createId('odd') }),
  )

/** Returns one account of `listCustody`. */
export async function getCustodyLine(app: Pick<App, 'db'>, account = BANK): Promise<CustodyLine> {
  const line = (await listCustody(app.db)).find((each) => each.account === account)
  invariant(line, `${account} is held`)
  return line
}
