import { invariant } from '#lib/invariant.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { MOVEMENT_PERMISSIONS, parseMovement } from '../model.ts'
import { announce, postMovement } from './post-movement.ts'

/** Posts the movement of an approved proposal. Throws the errors of `postMovement`. */
export async function carryOutMovement(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const movement = parseMovement(proposal.content)
  invariant(
    MOVEMENT_PERMISSIONS[movement.kind] === proposal.permission,
    'a movement is carried out as the act it was proposed as',
  )
  await postMovement(app, tx, admin, { id: proposal.id, movement, proposal })
  announce(app, movement)
}
