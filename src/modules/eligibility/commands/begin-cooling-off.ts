import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { computeCoolingOffEnd, formatCoolingOff, refusals } from '../model.ts'
import { loadEligibility } from '../queries.ts'
import { storeEvidence } from '../steps/store-evidence.ts'

export type BeginCoolingOff = { sessionId: string }

/**
 * Begins the cooling-off period before a member's first investment, and returns its end. Throws
 * `no_cooling_off` and `cooling_off_begun` (409).
 */
export async function beginCoolingOff(
  app: Pick<App, 'db' | 'clock'>,
  member: Member,
  { sessionId }: BeginCoolingOff,
): Promise<Date> {
  assertActive(member)

  return await runInTransaction(app.db, async (tx) => {
    await lockMemberMoney(tx, member.id)

    const eligibility = await loadEligibility(tx, app, member.id)
    const { rules, facts } = eligibility
    if (rules.coolingOffHours === 0) throw refusals.noCoolingOff()
    if (facts.coolingOffSince) throw refusals.coolingOffBegun()

    const now = app.clock.now()
    const until = computeCoolingOffEnd(rules, now)
    const id = await storeEvidence(tx, app, eligibility, {
      kind: 'cooling_off',
      sessionId,
      text: {
        id: rules.key,
        version: String(rules.version),
        shown: formatCoolingOff(rules.coolingOffHours),
      },
      answered: { until: until.toISOString() },
    })

    await record(tx, now, member, 'eligibility.cooling-off-begun', id, { until })

    return until
  })
}
