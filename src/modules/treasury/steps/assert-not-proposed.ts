import { DomainError } from '#lib/errors.ts'
import type { Permission } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { MOVEMENT_PERMISSIONS } from '../model.ts'

/** Every act that may be proposed about what has arrived. */
const ABOUT_ARRIVALS: ReadonlySet<Permission> = new Set(Object.values(MOVEMENT_PERMISSIONS))

/**
 * Refuses, with `already_proposed` (409), what has arrived and waits for a second admin as
 * something already.
 */
export async function assertNotProposed(
  app: Pick<App, 'clock'>,
  tx: Tx,
  receipt: string,
): Promise<void> {
  for (const act of ABOUT_ARRIVALS)
    if (await findOpenProposal(tx, act, receipt, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'What has arrived waits for a second admin already.',
      )
}
