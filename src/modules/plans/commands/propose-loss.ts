import { runChecks } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Currency } from '#lib/money.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { computePostingHash } from '#modules/ledger/queries.ts'
import { parsePositiveAmount } from '#modules/treasury/model.ts'
import { computeWorth, getPlace } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import {
  buildLossTransfers,
  type Loss,
  type LossSource,
  type Period,
  parsePeriodEnd,
  parsePeriodStart,
  parseResultText,
  toResultContent,
} from '../model.ts'
import { getPlanName } from '../queries.ts'
import { assertLossCovered } from '../steps/assert-loss-covered.ts'
import { shareLoss } from '../steps/share-loss.ts'
import { readEvidence, storeEvidence } from '../steps/store-evidence.ts'

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
 * Proposes a loss of a plan, with its evidence, to a second admin. Only invested principal bears
 * it; recorded income remains for what is due. Throws `not_found` (404); `invalid_amount`,
 * `invalid_period`, `cause_needed` and `evidence_needed` (400), all fields in one error; and what
 * `carryOutLoss` throws, as far as it applies already.
 */
export async function proposeLoss(app: App, admin: Staff, input: ProposeLoss): Promise<Proposal> {
  assertPermitted(admin, 'loss.record')

  const { planId, from } = input
  const plan = await getPlanName(app.db, planId)
  const [gone, periodFrom, periodTo, cause, file] = await runChecks(
    () => readLostAmount(app.db, input),
    () => parsePeriodStart(input),
    () => parsePeriodEnd(input, app.clock.today()),
    () => parseResultText(input.cause, 'cause'),
    () => readEvidence(input.evidence),
  )

  const id = createId('los')
  const proposal = await storeEvidence(app, file, async (tx, storedEvidence) => {
    const worth = await computeWorth(app, gone, 'in')
    const loss: Loss = {
      id,
      planId,
      plan,
      cause,
      from,
      periodFrom,
      periodTo,
      ...gone,
      ...worth,
      ...storedEvidence,
    }

    const by = { on: app.clock.today(), actor: admin.id }
    const transfers = buildLossTransfers(loss, await shareLoss(tx, loss, by.on), by)
    await assertLossCovered(tx, loss, transfers)

    return await propose(tx, app, admin, {
      permission: 'loss.record',
      subjectId: planId,
      content: toResultContent(loss),
      postingHash: await computePostingHash(tx, transfers),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}

/**
 * Parses the amount lost. A write-off is in dollars at no place; coin is valued at the current
 * price, rounded down.
 */
async function readLostAmount(
  reader: Reader,
  { from, amount, currency = 'USD', place: named }: ProposeLoss,
) {
  if (from === 'assets')
    return { currency: 'USD' as const, units: parsePositiveAmount(amount, 'USD'), place: null }

  const [units, place] = await runChecks(
    () => parsePositiveAmount(amount, currency),
    () => getPlace(reader, currency, named),
  )
  return { currency, units, place }
}
