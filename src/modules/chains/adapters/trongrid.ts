import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { ChainTip, PaymentSighting } from '../model.ts'
import {
  type ChainCursor,
  type ChainObservation,
  type ChainProvider,
  ChainProviderError,
  type WatchTarget,
} from './chain-provider.ts'
import { getTargetKey } from './evm-cursor.ts'
import { parseAnswer } from './json-rpc.ts'
import { findTronPayments, findTronTransaction, toRef } from './trongrid-payments.ts'
import { createTronGridReads, type TronGridReads } from './trongrid-reads.ts'

type Options = {
  name: string
  /** The scheme and host of the service. */
  base: string
  key?: string | undefined
  /** The contract of USDT, as a TRON address. */
  usdt: string
  clock: Pick<Clock, 'now'>
}

const MAX_TIP_AGE_MS = 3 * 60_000
/** The list of an address may be behind the node: its last hour is read again each time. */
const OVERLAP_MS = 60 * 60_000

const cursorSchema = z.object({ targets: z.record(z.string(), z.number().int()) })

/**
 * Reads USDT (TRC-20) from TronGrid's REST API, in solidified blocks only: its tip is the newest
 * one, and what it lists never changes. The list of an address names transactions; coin, amount,
 * block and output index come from the transaction's own logs, as in `tron-rpc.ts`. That a payment
 * isn't listed is never taken for its absence: `completeFrom` is above the tip.
 */
export function createTronGrid({ name, base, key, usdt, clock }: Options): ChainProvider {
  const reads = createTronGridReads({ base, key, usdt })

  const readTip = async (): Promise<ChainTip> => {
    const block = await reads.readSolidBlock()
    if (clock.now().getTime() - block.at.getTime() > MAX_TIP_AGE_MS)
      throw new ChainProviderError('behind', `its newest block is from ${block.at.toISOString()}`)
    return { ...block, finalHeight: block.height }
  }

  return {
    chain: 'tron',
    name,
    simulated: false,
    readTip,

    observe: async (targets, cursor) => observe(reads, await readTip(), targets, cursor),
    findPayments: async (txid, target) => {
      await readTip()
      return findTronPayments(reads, txid, target)
    },
    findTransaction: async (txid) => findTronTransaction(reads, txid, await readTip()),

    readBalance: async (coin, address, height) => {
      const tip = await readTip()
      if (coin !== 'USDT') throw new ChainProviderError('invalid', 'reads USDT only')
      if (height !== undefined && height !== tip.height)
        throw new ChainProviderError('invalid', 'reads balances at its newest block only')

      const units = await reads.readBalance(address)
      if ((await reads.readSolidBlock()).hash !== tip.hash)
        throw new ChainProviderError('behind', 'a new block came while the balance was read')

      return { units, block: toRef(tip) }
    },
  }
}

async function observe(
  reads: TronGridReads,
  tip: ChainTip,
  targets: readonly WatchTarget[],
  cursor: ChainCursor | null,
): Promise<ChainObservation> {
  const scanned = new Map(
    Object.entries(cursor ? parseAnswer(cursorSchema, cursor, 'the stored cursor').targets : {}),
  )
  const payments: PaymentSighting[] = []

  for (const target of targets) {
    const before = scanned.get(getTargetKey(target))
    const since =
      before === undefined
        ? (await reads.readBlock(Math.min(target.fromHeight, tip.height))).at
        : new Date(before - OVERLAP_MS)
    payments.push(...(await listPayments(reads, target, since)))
    scanned.set(getTargetKey(target), tip.at.getTime())
  }

  return {
    tip,
    payments: payments.filter(({ block }) => (block?.height ?? 0) <= tip.height),
    completeFrom: tip.height + 1,
    cursor: { targets: Object.fromEntries(scanned) },
  }
}

async function listPayments(
  reads: TronGridReads,
  target: WatchTarget,
  since: Date,
): Promise<readonly PaymentSighting[]> {
  const txids = await reads.listTransfers(target.address, since)
  const payments: PaymentSighting[] = []
  for (const txid of txids) payments.push(...(await findTronPayments(reads, txid, target)))

  return payments.filter(({ block }) => (block?.height ?? 0) >= target.fromHeight)
}
