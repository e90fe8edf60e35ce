import { Refusal } from './print.js'

/**
 * Returns where a restored journal ends. Throws a refusal unless it continues the journal that the
 * backup saw when it began.
 * @param {import('../src/platform/db/db.ts').Db} db
 * @param {Pick<import('./backup-contents.js').Manifest, 'head' | 'madeAt'>} manifest
 */
export async function describeRestoredHead(db, { head, madeAt }) {
  const { findJournalHead, findJournalBlock } = await import('../src/modules/ledger/queries.ts')
  const now = await findJournalHead(db)
  const known = head ? await findJournalBlock(db, BigInt(head.block)) : null

  if (head && known?.hash !== head.hash)
    throw new Refusal(
      `The restored journal differs from the backup of ${madeAt} at block ${head.block}.`,
    )

  return now
    ? `Restored up to row ${now.seq}, block ${now.block}, head ${now.hash}`
    : 'Restored: no row is chained yet'
}
