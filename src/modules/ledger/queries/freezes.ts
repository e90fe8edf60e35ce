import type { Reader } from '#platform/db/db.ts'
import { createLedgerFrozenError } from '../model.ts'
import { readLedger } from './read-ledger.ts'

export type Freeze = { id: bigint; because: string; frozenAt: Date }

/** Returns the freeze that stops all posting at present, or null. */
export async function findFreeze(reader: Reader): Promise<Freeze | null> {
  const freeze = await readLedger(reader)
    .selectFrom('ledger.freezes')
    .select(['id', 'because', 'frozen_at as frozenAt'])
    .where('unfrozen_at', 'is', null)
    .executeTakeFirst()

  return freeze ?? null
}

/** Throws `ledger_frozen` (503) while the ledger is frozen. */
export async function assertLedgerOpen(reader: Reader): Promise<void> {
  if (await findFreeze(reader)) throw createLedgerFrozenError()
}
