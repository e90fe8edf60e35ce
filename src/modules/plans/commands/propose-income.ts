import { together } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { propose } from '#modules/approvals/acts/propose.ts'
import { assertMay, type Proposal } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { postingHashOf } from '#modules/ledger/queries.ts'
import { type Arrival, noteArrival, readArrival } from '#modules/treasury/acts/note-arrival.ts'
import { worthOf } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import { STAFF } from '#platform/events.ts'
import { keepEvidence, readEvidence } from '../acts/keep-evidence.ts'
import {
  type Income,
  incomeTransfers,
  type Period,
  periodBegin,
  periodEnd,
  resultContent,
  resultText,
} from '../model.ts'
import { getPlanName } from '../queries.ts'

export type ProposeIncome = Arrival &
  Period & { planId: string; source: string; evidence?: Uint8Array }

/**
 * Asks a second admin to record what a plan earned, with what arrived for it and the file that
 * shows it. Throws `not_found` for an unknown plan, `invalid_period`, `source_needed` and
 * `evidence_needed` (400), `receipt_used` (409), and what else `noteArrival`, `worthOf` and
 * `readEvidence` throw: all wrong fields at once. Nothing is recorded yet.
 */
export async function proposeIncome(
  app: App,
  admin: Staff,
  input: ProposeIncome,
): Promise<Proposal> {
  assertMay(admin, 'income.record')

  const { planId, evidence, periodFrom: from, periodTo: to, source: said, ...arrival } = input
  const period = { periodFrom: from, periodTo: to }
  const plan = await getPlanName(app.db, planId)
  const id = newId('inc')
  const [, periodFrom, periodTo, source, file] = await together(
    () => readArrival(app, app.db, arrival, id),
    () => periodBegin(period),
    () => periodEnd(period, app.clock.today()),
    () => resultText(said, 'source'),
    () => readEvidence(evidence),
  )

  const proposal = await keepEvidence(app, file, async (tx, kept) => {
    const arrived = await noteArrival(app, tx, arrival, id)
    const { source: seenIn, ...came } = arrived
    const worth = await worthOf(app, arrived, 'in')
    const income: Income = {
      id,
      planId,
      plan,
      source,
      periodFrom,
      periodTo,
      ...came,
      seenIn,
      ...worth,
      ...kept,
    }

    const transfers = incomeTransfers(income, { on: app.clock.today(), actor: admin.id })

    return await propose(tx, app, admin, {
      act: 'income.record',
      subjectId: arrived.receipt,
      content: resultContent(income),
      postingHash: await postingHashOf(tx, transfers),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
