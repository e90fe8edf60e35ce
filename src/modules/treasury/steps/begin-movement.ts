import { createId } from '#lib/ids.ts'
import { getSecondAdminThreshold, type Proposal } from '#modules/approvals/model.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { computePostingHash, needsApproval } from '#modules/ledger/queries.ts'
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
import { assertPlaceable } from './assert-placeable.ts'
import { assertStillThere, postMovement } from './post-movement.ts'

/** A posted movement, or a pending proposal. */
export type Begun = { id: string; movement: Movement; proposal: Proposal | null }

type Kind = { kind: MovementKind }

/** Returns whether every movement of a kind needs a second approval. */
const needsSecond = ({ config }: Pick<App, 'config'>, { kind }: Kind): boolean =>
  getSecondAdminThreshold(MOVEMENT_PERMISSIONS[kind], config.MODE) === 0n

/** Returns the id of a new movement: its proposal's id where its kind needs a second approval. */
export const createMovementId = (app: Pick<App, 'config'>, movement: Kind): string =>
  createId(needsSecond(app, movement) ? 'prp' : 'mov')

/**
 * Posts a movement, or proposes it if its kind requires a second approval, or the ledger does
 * because of the sum of 24 hours; a proposal has an id of its own. Throws
 * `already_proposed` (409) while another proposal about the receipt is pending, and the errors of
 * `postMovement` that can be checked now.
 */
export async function beginMovement(
  app: App,
  tx: Tx,
  admin: Staff,
  { id, movement }: { id: string; movement: Movement },
): Promise<Begun> {
  if (movement.kind === 'suspense_matched' || movement.kind === 'suspense_refunded')
    await assertNotProposed(app, tx, movement.receipt)
  if (needsSecond(app, movement) || (await needsDailyApproval(app, tx, admin, id, movement))) {
    const proposalId = id.startsWith('prp_') ? id : createId('prp')
    const proposal = await proposeMovement(app, tx, admin, proposalId, movement)
    return { id: proposalId, movement, proposal }
  }

  await postMovement(app, tx, admin, { id, movement })
  return { id, movement, proposal: null }
}

async function needsDailyApproval(app: App, tx: Tx, admin: Staff, id: string, movement: Movement) {
  if (movement.kind !== 'network_fee_paid') return false
  const posting = { id, on: app.clock.today(), actor: admin.id }
  return await needsApproval(tx, buildMovementTransfers(movement, posting))
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
  await assertPlaceable(app, tx, movement)

  return await propose(tx, app, admin, {
    id,
    permission: MOVEMENT_PERMISSIONS[movement.kind],
    subjectId: getMovementSubject(movement, id),
    content: toMovementContent(movement),
    postingHash: await computePostingHash(tx, transfers),
  })
}
