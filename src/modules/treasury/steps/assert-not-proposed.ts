import { DomainError } from '#lib/errors.ts'
import type { Permission } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { MOVEMENT_PERMISSIONS } from '../model.ts'

/** The permissions of the proposals that concern a receipt. */
const ABOUT_ARRIVALS: ReadonlySet<Permission> = new Set(Object.values(MOVEMENT_PERMISSIONS))

/** Throws `already_proposed` (409) if another proposal about the receipt is pending. */
export async function assertNotProposed(
  app: Pick<App, 'clock'>,
  tx: Tx,
  receipt: string,
): Promise<void> {
  for (const permission of ABOUT_ARRIVALS)
    if (await findOpenProposal(tx, permission, receipt, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'Another proposal about this payment is pending.',
      )
}
