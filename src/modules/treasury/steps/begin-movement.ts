import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { getSecondAdminThreshold, type Proposal } from '#modules/approvals/model.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { computePostingHash } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  buildMovementTransfers,
  getMovementSubject,
  MOVEMENT_PERMISSIONS,
  type Movement,
  type MovementKind,
  toMovementContent,
} from '../model.ts'
import { assertCovered } from './assert-covered.ts'
import { assertNotProposed } from './assert-not-proposed.ts'
import { assertStillThere, postMovement } from './post-movement.ts'

/** A movement that was done, or that waits for a second admin as a proposal. */
export type Begun = { id: string; movement: Movement; proposal: Proposal | null }

/** Of which kind a movement is, and what it counts for in cents where it depends on that. */
type Size = { kind: MovementKind; cents?: Cents }

/**
 * Whether a second admin has to decide; where that depends on the amount and none is known, one has
 * to.
 */
function needsSecond({ config }: Pick<App, 'config'>, { kind, cents }: Size): boolean {
  const from = getSecondAdminThreshold(MOVEMENT_PERMISSIONS[kind], config.MODE)
  return from !== null && (cents === undefined || cents >= from)
}

/** The id that a movement will have: its proposal's where a second admin decides. */
export const createMovementId = (app: Pick<App, 'config'>, size: Size): string =>
  createId(needsSecond(app, size) ? 'prp' : 'mov')

/**
 * Does a movement, or proposes it where the table of acts asks for a second admin. Throws
 * `already_proposed` (409) while another proposal about what is in suspense waits, and what
 * `postMovement` throws, as far as it is known now.
 */
export async function beginMovement(
  app: App,
  tx: Tx,
  admin: Staff,
  { id, movement }: { id: string; movement: Movement },
): Promise<Begun> {
  if (movement.kind === 'suspense_matched' || movement.kind === 'suspense_refunded')
    await assertNotProposed(app, tx, movement.receipt)
  if (needsSecond(app, movement))
    return { id, movement, proposal: await proposeMovement(app, tx, admin, id, movement) }

  await postMovement(app, tx, admin, { id, movement })
  return { id, movement, proposal: null }
}

async function proposeMovement(
  app: App,
  tx: Tx,
  admin: Staff,
  id: string,
  movement: Movement,
): Promise<Proposal> {
  await assertStillThere(tx, movement)

  const transfers = buildMovementTransfers(movement, { id, on: app.clock.today(), actor: admin.id })
  await assertCovered(tx, transfers)

  return await propose(tx, app, admin, {
    id,
    permission: MOVEMENT_PERMISSIONS[movement.kind],
    subjectId: getMovementSubject(movement, id),
    content: toMovementContent(movement),
    postingHash: await computePostingHash(tx, transfers),
  })
}
