import type { AccountCode } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { moveSimulatedOutside } from '../adapters/simulated-outside.ts'
import { parseCustodyCode } from '../model.ts'

export type OutsideMovement = {
  /** The custody account whose outside balance changes. */
  account: AccountCode
  /** In minor units; below zero for an outgoing amount. */
  units: bigint
  /** The id of the receipt or the withdrawal. The same id changes an account once. */
  reference: string
}

/**
 * Changes a simulated outside balance of the sandbox, in the transaction that posts the same amount
 * in custody. Does nothing in live.
 */
export async function simulateMovement(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  { account, units, reference }: OutsideMovement,
): Promise<void> {
  if (app.config.MODE !== 'sandbox') return
  await moveSimulatedOutside(tx, {
    ...parseCustodyCode(account),
    units,
    reference,
    at: app.clock.now(),
  })
}
