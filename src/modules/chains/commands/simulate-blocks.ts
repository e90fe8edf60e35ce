import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { SETTLING_BLOCKS } from '../model/check-times.ts'
import { CHAINS, type ChainName } from '../model.ts'
import { readSimulatedTip } from '../queries/simulated-tip.ts'
import { mineSimulatedBlocks } from '../steps/mine-simulated-blocks.ts'

type Sandbox = Pick<App, 'db' | 'clock'>

const MAX_BLOCKS = 100
/** The pause between two blocks that are mined by themselves. */
const BLOCK_MS = 20_000

/** Mines blocks on a simulated chain and returns the height of the newest. */
export async function simulateBlocks(
  { db, clock }: Sandbox,
  chain: ChainName,
  count: number,
): Promise<number> {
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_BLOCKS)
    throw new DomainError('invalid', 422, `Please enter 1 to ${MAX_BLOCKS} blocks.`, 'blocks')

  return await runInTransaction(db, (tx) => mineSimulatedBlocks(tx, chain, { count }, clock.now()))
}

/** Mines a block on each simulated chain that has a payment waiting for confirmations. */
export async function mineWaitingBlocks(app: App): Promise<void> {
  for (const chain of CHAINS)
    if (app.chains[chain].some(({ simulated }) => simulated)) await mineIfWaiting(app, chain)
}

async function mineIfWaiting({ db, clock }: Sandbox, chain: ChainName): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const now = clock.now()
    const tip = await readSimulatedTip(tx, chain)
    const due = new Date(now.getTime() - BLOCK_MS)
    if (tip.at > due) return

    const { rows } = await sql`
      select from simulated_transaction
      where chain = ${chain} and dropped_at is null and (
        (block_height is null and sent_at <= ${due}::timestamptz)
        or block_height > ${tip.height - SETTLING_BLOCKS[chain] + 1}) limit 1`.execute(tx)
    if (rows.length > 0) await mineSimulatedBlocks(tx, chain, { count: 1 }, now)
  })
}
