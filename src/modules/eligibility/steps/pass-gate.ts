import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Circumstances, createNotEligibleError, type Operation } from '../model.ts'
import { checkOperation, type Eligibility } from '../queries.ts'
import type { EligibilityTables } from '../tables.ts'

type Gate = Pick<Circumstances, 'amountCents' | 'cashCents' | 'planFamily'>

/**
 * Throws `not_eligible` (403) with the missing steps unless the member may perform the operation
 * now.
 */
export function assertEligible(
  eligibility: Eligibility,
  app: Pick<App, 'clock'>,
  operation: Operation,
  gate: Gate = {},
): void {
  const { allowed, missing } = checkOperation(eligibility, app, operation, gate)
  if (!allowed) throw createNotEligibleError(missing)
}

/**
 * Records that a member passed the gate of an operation, which the database requires of quotes,
 * positions and withdrawals, and compares with the rules. Under the rules that the software ships,
 * the sandbox asks for nothing and records nothing.
 */
export async function recordGate(
  tx: Tx,
  app: Pick<App, 'clock'>,
  { memberId, applied, isFree, facts }: Eligibility,
  {
    operation,
    subjectId,
    amountCents,
  }: { operation: Operation; subjectId: string; amountCents: bigint },
): Promise<void> {
  if (isFree && applied.id === null) return

  const { movements: _, coolingOffSince, questionnaire, ...known } = facts
  await tx
    .withTables<EligibilityTables>()
    .insertInto('gate_record')
    .values({
      id: createId('gat'),
      member_id: memberId,
      operation,
      subject_id: subjectId,
      rule_set_id: applied.id,
      rules_sha256: applied.sha256,
      on_date: app.clock.today(),
      checked_at: app.clock.now(),
      amount: amountCents,
      facts: {
        ...known,
        coolingOffSince: coolingOffSince?.toISOString() ?? null,
        questionnairePassedUntil: questionnaire.passedUntil,
      },
    })
    .execute()
}

/**
 * Throws `not_eligible` (403) unless the member may perform the operation, and records that they
 * may.
 */
export async function passGate(
  tx: Tx,
  app: Pick<App, 'clock'>,
  eligibility: Eligibility,
  {
    planFamily,
    cashCents,
    ...gate
  }: { operation: Operation; subjectId: string; amountCents: bigint } & Omit<Gate, 'amountCents'>,
): Promise<void> {
  assertEligible(eligibility, app, gate.operation, {
    amountCents: gate.amountCents,
    ...(planFamily !== undefined && { planFamily }),
    ...(cashCents !== undefined && { cashCents }),
  })
  await recordGate(tx, app, eligibility, gate)
}
