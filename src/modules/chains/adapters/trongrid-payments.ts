import { decodeTronAddress, encodeTronAddress } from '#lib/addresses.ts'
import type { BlockRef, ChainTip, PaymentSighting } from '../model.ts'
import type { ChainTransaction, WatchTarget } from './chain-provider.ts'
import type { TronGridReads } from './trongrid-reads.ts'

export const toRef = ({ height, hash, at }: BlockRef): BlockRef => ({ height, hash, at })

export async function findTronTransaction(
  reads: TronGridReads,
  txid: string,
  tip: ChainTip,
): Promise<ChainTransaction | null> {
  const found = await reads.findTransaction(txid)
  if (!found) return null

  return {
    txid,
    block: await reads.readBlock(found.height),
    tip,
    replaceable: false,
    failed: found.failed,
    spends: [],
    transfers: found.transfers.map(({ recipient, units, position }) => ({
      coin: 'USDT',
      address: encodeTronAddress(recipient),
      units,
      outputIndex: position,
    })),
  }
}

export async function findTronPayments(
  reads: TronGridReads,
  txid: string,
  { coin, address }: WatchTarget,
): Promise<PaymentSighting[]> {
  const found = coin === 'USDT' ? await reads.findTransaction(txid) : null
  const own = found?.transfers.filter(({ recipient }) => recipient === decodeTronAddress(address))
  if (!found || !own || own.length === 0) return []

  const block = await reads.readBlock(found.height)
  return own.map(({ units, position }) => ({
    coin: 'USDT',
    txid,
    outputIndex: position,
    address,
    units,
    block,
    replaceable: false,
    trace: 'log',
  }))
}
