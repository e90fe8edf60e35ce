import type { PaymentSighting } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import { toTransaction } from './bitcoin-core-blocks.ts'
import type { CoreRpc } from './bitcoin-core-rpc.ts'
import { listSightings, type TargetsByScript } from './bitcoin-transactions.ts'

const BATCH = 50
/** New transactions that are read in one call; the rest follows in the next one. */
const MAX_NEW = 5_000

/**
 * Finds payments in the mempool. A transaction that pays no target is read once, so that a full
 * mempool is read over several calls and then costs no more than what is new.
 */
export function createMempoolReader(rpc: CoreRpc) {
  let others = new Set<string>()

  /** Returns the payments to the targets; transactions in `known` are read first. */
  return async (targets: TargetsByScript, known: readonly string[]): Promise<PaymentSighting[]> => {
    const present = new Set(await rpc.call('getrawmempool', [], answers.mempool))
    others = new Set([...others].filter((txid) => present.has(txid)))

    const first = new Set(known.filter((txid) => present.has(txid)))
    const unread = [...present].filter((txid) => !others.has(txid) && !first.has(txid))
    const ids = [...first, ...unread.slice(0, MAX_NEW)]
    const payments: PaymentSighting[] = []

    for (let start = 0; start < ids.length; start += BATCH) {
      const calls = ids.slice(start, start + BATCH).map((txid) => [txid, true])
      const found = await rpc.batch('getrawtransaction', calls, answers.transaction)

      for (const answer of found) {
        // it left the mempool meanwhile
        if (!answer || answer.blockhash) continue

        const sightings = listSightings(toTransaction(answer, null), targets)
        if (sightings.length === 0) others.add(answer.txid)
        payments.push(...sightings)
      }
    }

    return payments
  }
}
