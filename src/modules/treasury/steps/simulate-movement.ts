import type { AccountCode } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { moveSimulatedOutside } from '../adapters/simulated-outside.ts'
import { parseCustodyCode } from '../model.ts'

export type OutsideMovement = {
  /** The custody account whose outside moves. */
  account: AccountCode
  /** In minor units; what leaves is below zero. */
  units: bigint
  /** What it is for: a receipt, a withdrawal. The same one moves an account once. */
  reference: string
}

/**
 * Moves what the sandbox's simulated outside holds, in the transaction that books the same in
 * custody. In live, where chains and banks move by themselves, it does nothing.
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
