import { listJournalLinks, listOwnerBlocks } from '#modules/ledger/queries.ts'
import { limit } from '#platform/http/limit.ts'
import { LIMITS } from '../model.ts'
import { toChainedRowResponse } from '../presenters/statement.ts'
import { calls } from './calls.ts'

const BLOCKS = 5
const LINKS = 1_000

/** Returns the cursor of the next page: the last block of a full page. */
const pickNextCursor = (page: readonly { block: string }[], size: number) =>
  page.length < size ? null : (page.at(-1)?.block ?? null)

/** Proofs from the hash chain. */
export const chainHandlers = {
  chainProofs: calls.chainProofs.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'chain-blocks', member().id, LIMITS.chainProofReads)

    const found = await listOwnerBlocks(app.db, member().id, {
      after: BigInt(input.after),
      limit: BLOCKS,
    })
    const blocks = found.map((block) => ({ ...block, rows: block.rows.map(toChainedRowResponse) }))

    return { message: 'Blocks', data: { blocks, next: pickNextCursor(found, BLOCKS) } }
  }),
  chain: calls.chain.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'chain-blocks', member().id, LIMITS.chainProofReads)
    const links = await listJournalLinks(app.db, { after: BigInt(input.after), limit: LINKS })
    return { message: 'Chain', data: { links, next: pickNextCursor(links, LINKS) } }
  }),
}
