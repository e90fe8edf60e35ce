import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { type BitcoinPayout, listDifferences, readSignedBitcoin } from '#modules/chains/queries.ts'
import { findNetwork } from './bitcoin-wallet.ts'
import type { PayoutTransaction } from './payout-transaction.ts'

type Payment = { address: string; units: bigint }

/** Returns a stored transaction as the payout that it was built as. */
export function toPayout(transaction: PayoutTransaction, lines: readonly Payment[]): BitcoinPayout {
  const { psbt, txid, inputs, inputAddresses, inputAmounts, fee } = transaction
  const { changeAddress, changeUnits } = transaction
  invariant(psbt && fee, 'a Bitcoin batch has its unsigned transaction')

  return {
    psbt: psbt.toString('base64'),
    txid,
    network: findNetwork(inputAddresses[0] ?? ''),
    inputs: inputs.map((input, at) => {
      const [id = '', index = '0'] = input.split(':')
      return {
        txid: id,
        outputIndex: Number(index),
        units: inputAmounts[at] ?? 0n,
        address: inputAddresses[at] ?? '',
      }
    }),
    lines,
    change: changeAddress ? { address: changeAddress, units: changeUnits ?? 0n } : null,
    feeUnits: fee,
    virtualSize: 0,
  }
}

/**
 * Reads the signed transaction of a batch and returns it raw, in hex. Its id must be the one that
 * was known before it was signed. Throws `signed_differs` (422), which names each difference, and
 * the errors of `readSignedBitcoin`.
 */
export function readSignedPayout(
  transaction: PayoutTransaction,
  lines: readonly Payment[],
  text: string,
): string {
  const payout = toPayout(transaction, lines)
  const signed = readSignedBitcoin(text, payout.network)
  const differences = listDifferences(payout, signed)
  if (differences.length === 0) return signed.rawHex

  throw new DomainError(
    'signed_differs',
    422,
    `This is not the exported transaction. ${differences.join(' ')}`,
    'signed',
  )
}
