import type { Reader } from '#platform/db/db.ts'
import type { LedgerTables } from '../tables.ts'

/** Returns the reader with the types of the ledger's views. */
export const readLedger = (reader: Reader) => reader.withTables<LedgerTables>()
