import { z } from 'zod'

// Parts of the contracts that show the ledger; this module has no calls of its own.

/** The fields of a block's link in the hash chain. */
export const journalLinkFields = {
  block: z.string(),
  first_seq: z.string(),
  last_seq: z.string(),
  chained_at: z.string().meta({ description: 'in microseconds' }),
  digest: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
}
