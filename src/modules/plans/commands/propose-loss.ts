import { newId } from '#lib/ids.ts'
import type { Currency } from '#lib/money.ts'
import { propose } from '#modules/approvals/acts/propose.ts'
import { assertMay, type Proposal } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { postingHashOf } from '#modules/ledger/queries.ts'
import { amountFrom } from '#modules/treasury/model.ts'
import { getPlace, worthOf } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { STAFF } from '#platform/events.ts'
import { assertLossCovered } from '../acts/assert-loss-covered.ts'
import { keepEvidence } from '../acts/keep-evidence.ts'
import { shareLoss } from '../acts/share-loss.ts'
import {
  assertPeriod,
  type Loss,
  type LossSource,
  lossTransfers,
  type Period,
  resultContent,
  resultText,
} from '../model.ts'
import { getPlanName } from '../queries.ts'

export type ProposeLoss = Period & {
  planId: string
  cause: string
  from: LossSource
  /** In its currency; what is written off of the plan's assets is always in dollars. */
  amount: string
  currency?: Currency
  place?: string
  evidence?: Uint8Array
}

/**
 * Asks a second admin to record what a plan lost, with the file that shows it. Only what is invested bears it; income that
 * is recorded stays for what is due. Throws `not_found` for an unknown plan, `invalid_amount`, `invalid_period`,
 * `cause_needed` and `evidence_needed` (400), and what `carryOutLoss` throws, as far as it is known now.
 */
export async function proposeLoss(app: App, admin: Staff, input: ProposeLoss): Promise<Proposal> {
  assertMay(admin, 'loss.record')
  const { planId, periodFrom, periodTo, from } = input
  const plan = await getPlanName(app.db, planId)
  assertPeriod({ periodFrom, periodTo }, app.clock.today())
  const cause = resultText(input.cause, 'cause')
  const id = newId('los')
  const proposal = await keepEvidence(app, input.evidence, async (tx, kept) => {
    const gone = await whatIsGone(app, tx, input)
    const loss: Loss = { ...{ id, planId, plan, cause, from, periodFrom, periodTo }, ...gone, ...kept }
    const by = { on: app.clock.today(), actor: admin.id }
    const transfers = lossTransfers(loss, await shareLoss(tx, loss), by)
    await assertLossCovered(tx, loss, transfers)
    return await propose(tx, app, admin, {
      ...{ act: 'loss.record', subjectId: planId, content: resultContent(loss) },
      postingHash: await postingHashOf(tx, transfers),
    })
  })
  app.events.publish(STAFF, 'approvals')
  return proposal
}

/** Coin counts at the price of now, rounded down: nobody bears a cent that wasn't lost. */
async function whatIsGone(app: App, tx: Tx, { from, amount, currency = 'USD', place: named }: ProposeLoss) {
  if (from === 'assets') {
    const cents = amountFrom(amount, 'USD')
    return { currency: 'USD' as const, units: cents, cents, rate: null, place: null }
  }
  const units = amountFrom(amount, currency)
  const place = await getPlace(tx, currency, named)
  return { currency, units, place, ...(await worthOf(app, { currency, units }, 'in')) }
}
