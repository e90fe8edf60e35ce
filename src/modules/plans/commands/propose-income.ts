import { runChecks } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { computePostingHash } from '#modules/ledger/queries.ts'
import { computeWorth } from '#modules/treasury/queries.ts'
import {
  type Arrival,
  prepareArrival,
  readArrival,
} from '#modules/treasury/steps/prepare-arrival.ts'
import type { App } from '#platform/app.ts'
import { STAFF } from '#platform/events/events.ts'
import {
  buildIncomeTransfers,
  type Income,
  type Period,
  parsePeriodEnd,
  parsePeriodStart,
  parseResultText,
  toResultContent,
  type WhilePlaced,
} from '../model.ts'
import { getPlanName } from '../queries.ts'
import { resolveWhilePlaced } from '../steps/assert-returned-first.ts'
import { readEvidence, storeEvidence } from '../steps/store-evidence.ts'

export type ProposeIncome = Arrival &
  Period & {
    planId: string
    source: string
    evidence?: Uint8Array
    /** Says that the payment is income although assets are placed for the plan. */
    whilePlaced?: WhilePlaced
  }

/**
 * Proposes to record income of a plan, with its payment and the file that proves it. Throws
 * `not_found` (404) for an unknown plan, `invalid_period`, `source_needed` and `evidence_needed`
 * (400), `receipt_used` and `assets_placed` (409), and the errors of `prepareArrival`,
 * `computeWorth` and `readEvidence`, all fields at once. Nothing is recorded yet.
 */
export async function proposeIncome(
  app: App,
  admin: Staff,
  input: ProposeIncome,
): Promise<Proposal> {
  assertPermitted(admin, 'income.record')

  const { planId, evidence, periodFrom: from, periodTo: to, source: sourceText, ...rest } = input
  const { whilePlaced, ...arrival } = rest
  const period = { periodFrom: from, periodTo: to }
  const plan = await getPlanName(app.db, planId)
  const id = createId('inc')
  const [, periodFrom, periodTo, source, file, stated] = await runChecks(
    () => readArrival(app, app.db, arrival, id),
    () => parsePeriodStart(period),
    () => parsePeriodEnd(period, app.clock.today()),
    () => parseResultText(sourceText, 'source'),
    () => readEvidence(evidence),
    () => resolveWhilePlaced(app.db, planId, whilePlaced),
  )

  const proposal = await storeEvidence(app, file, async (tx, storedEvidence) => {
    const received = await prepareArrival(app, tx, arrival, id)
    const { source: observedIn, ...came } = received
    const worth = await computeWorth(app, received, 'in')
    const income: Income = {
      id,
      planId,
      plan,
      source,
      periodFrom,
      periodTo,
      ...came,
      observedIn,
      ...worth,
      ...storedEvidence,
      ...stated,
    }

    const transfers = buildIncomeTransfers(income, { on: app.clock.today(), actor: admin.id })

    return await propose(tx, app, admin, {
      permission: 'income.record',
      subjectId: received.receipt,
      content: toResultContent(income),
      postingHash: await computePostingHash(tx, transfers),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
