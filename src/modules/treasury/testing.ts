import { newId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { Currency } from '#lib/money.ts'
import { decide } from '#modules/approvals/acts/decide.ts'
import type { Staff } from '#modules/identity/model.ts'
import { post } from '#modules/ledger/acts/post.ts'
import {
  type AccountCode,
  custody,
  EQUITY,
  exchange,
  FEES,
  memberAccount,
  type Transfer,
} from '#modules/ledger/model.ts'
import { approved, arrived, transfer } from '#modules/ledger/testing.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Begun } from './acts/begin-movement.ts'
import { carryOutMovement } from './acts/carry-out-movement.ts'
import { type OutsideMovement, simulateMovement } from './acts/simulate-movement.ts'
import { type Movement, placeOf, simulatedFor, transfersOf, type Worth } from './model.ts'
import { type CustodyLine, listCustody, worthOf } from './queries.ts'

export const BANK: AccountCode = custody('USD')

/** Another admin agrees to what was proposed, and it is carried out. */
export const agreed = (app: App, admin: Staff, begun: Begun): Promise<void> =>
  inTransaction(app.db, (tx) => agreedIn(tx, app, admin, begun))

export async function agreedIn(tx: Tx, app: App, admin: Staff, { proposal }: Begun): Promise<void> {
  invariant(proposal, 'something waits for a second admin')
  const { contentHash } = proposal
  const outcome = await decide(tx, app, admin, proposal, { approve: true, contentHash })
  await carryOutMovement(app, tx, admin, outcome)
}

/**
 * Gives the operator money of its own, as two admins would have recorded it; answers what it counts
 * for.
 */
export async function capitalOf(app: App, currency: Currency, units: bigint): Promise<Worth> {
  const worth = await worthOf(app, { currency, units }, 'in')
  await inTransaction(app.db, async (tx) => {
    const receipt = await arrived(tx, currency, units)
    const { place } = placeOf(custody(currency))

    await simulateMovement(tx, app, { account: custody(currency), units, reference: receipt })

    const arrival = { currency, units, place, receipt, ...simulatedFor(receipt), seenAs: 'test' }
    const movement: Movement = { kind: 'capital_paid_in', ...arrival, ...worth, reason: 'test' }
    const on = app.clock.today()

    await post(
      tx,
      await approved(tx, transfersOf(movement, { id: newId('prp'), on, actor: 'test' })),
    )
  })

  return worth
}

/** Fees that a member's paid withdrawal left; the member is open and has paid in as much. */
export async function feesOf(app: App, memberId: string, cents: bigint): Promise<void> {
  const event = newId('fee')
  const [cash, hold] = [memberAccount(memberId, 'cash'), memberAccount(memberId, 'hold_cash')]
  await inTransaction(app.db, async (tx) => {
    const receipt = await arrived(tx, 'USD', cents)
    await simulateMovement(tx, app, { account: BANK, units: cents, reference: receipt })
    await post(tx, [
      transfer(`${event}/in`, 'deposit_confirmed', BANK, cash, cents, { receipt }),
      transfer(`${event}/held`, 'withdrawal_held', cash, hold, cents),
      transfer(`${event}/fee`, 'fee_charged', hold, FEES, cents),
    ])
  })
}

/** What is held of a coin, what stands against it, and what the dollars of all coins stand at. */
export const coinAccounts = (currency: Currency, place?: string) => [
  custody(currency, place),
  exchange(currency),
  exchange('USD'),
]

/**
 * Pays dollars of the operator's own into the bank: in the books, and outside unless told
 * otherwise.
 */
export async function payIn(app: App, cents: bigint, { outside = true } = {}): Promise<void> {
  const reference = newId('cap')
  await inTransaction(app.db, async (tx) => {
    const receipt = await arrived(tx, 'USD', cents)
    if (outside)
      await simulateMovement(tx, app, { account: BANK, units: cents, reference: receipt })

    const paidIn: Transfer = transfer(reference, 'capital_paid_in', BANK, EQUITY, cents, {
      receipt,
    })
    await post(tx, await approved(tx, [paidIn]))
  })
}

/** Moves what is held outside and nothing in the books, so that they differ. */
export const plantDifference = (
  app: App,
  { account = BANK, units }: Partial<OutsideMovement> & { units: bigint },
) =>
  inTransaction(app.db, (tx) =>
    simulateMovement(tx, app, { account, units, reference: newId('odd') }),
  )

/** One account as listCustody shows it. */
export async function custodyLine(app: Pick<App, 'db'>, account = BANK): Promise<CustodyLine> {
  const line = (await listCustody(app.db)).find((each) => each.account === account)
  invariant(line, `${account} is held`)
  return line
}
