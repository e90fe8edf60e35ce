import type { Selectable } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { Eligibility } from '#modules/eligibility/queries.ts'
import { recordGate } from '#modules/eligibility/steps/pass-gate.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { openPosition } from '#modules/plans/steps/open-position.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

type Row = Selectable<DepositTables['deposit']>

type Opening = { version: PlanVersion; principal: Cents; eligibility: Eligibility }

/** Opens the position for the invested part of a credit; none where everything stays cash. */
export async function openDepositPosition(
  app: App,
  tx: Tx,
  admin: Actor,
  deposit: Row,
  { version, principal, eligibility }: Opening,
) {
  if (principal === 0n) return { position: null, transfers: [] }

  const id = createId('pos')
  await recordGate(tx, app, eligibility, {
    operation: 'invest',
    subjectId: id,
    amountCents: principal,
  })

  return await openPosition(tx, {
    id,
    memberId: deposit.member_id,
    planVersionId: version.id,
    version,
    principal,
    openedOn: app.clock.today(),
    depositId: deposit.id,
    actor: admin.id,
  })
}
