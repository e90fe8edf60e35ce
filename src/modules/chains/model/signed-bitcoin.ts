import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { DomainError } from '#lib/errors.ts'
import { createPrivateKeyError, isPrivateKeyLike } from '#lib/private-keys.ts'
import { type BitcoinNetwork, toAddress } from './bitcoin-networks.ts'
import { parseTransaction } from './bitcoin-transactions.ts'

/** A signed transaction as it came back from the operator's wallet. */
export type SignedBitcoin = {
  txid: string
  rawHex: string
  spends: readonly string[]
  /** `address` is null for an output without one. */
  outputs: readonly { address: string | null; units: bigint }[]
}

const FIELD = 'signed'
const PSBT_MAGIC = '70736274ff'
const MAX_BYTES = 1 << 20

const createError = (message: string) => new DomainError('invalid_transaction', 422, message, FIELD)

/**
 * Reads a signed PSBT (binary, base64 or hex) or a raw transaction (binary or hex). Throws
 * `private_key` (422), `invalid_transaction` (422), or `unsigned` (422) if a signature is missing.
 */
export function readSignedBitcoin(
  content: string | Uint8Array,
  network: BitcoinNetwork,
): SignedBitcoin {
  const bytes = readBytes(content)
  const transaction = readTransaction(bytes)

  for (let index = 0; index < transaction.inputsLength; index++) {
    const { finalScriptWitness, finalScriptSig } = transaction.getInput(index)
    if (!finalScriptWitness?.length && !finalScriptSig?.length)
      throw new DomainError(
        'unsigned',
        422,
        'A signature is missing. Sign the transaction with your wallet and upload the result.',
        FIELD,
      )
  }

  return {
    txid: transaction.id,
    rawHex: transaction.hex,
    spends: listSpends(transaction),
    outputs: Array.from({ length: transaction.outputsLength }, (_, index) => {
      const { script, amount = 0n } = transaction.getOutput(index)
      return { address: script ? toAddress(script, network) : null, units: amount }
    }),
  }
}

function readBytes(content: string | Uint8Array): Uint8Array {
  if (content.length > 2 * MAX_BYTES) throw createError('The transaction is too large.')
  if (typeof content !== 'string') {
    if (isBinary(content)) return content
    return readBytes(new TextDecoder().decode(content))
  }

  const text = content.replace(/\s/g, '')
  if (/^([0-9a-f]{2}){60,}$/i.test(text)) return hex.decode(text.toLowerCase())
  if (text.startsWith('cHNidP'))
    try {
      return base64.decode(text)
    } catch {
      throw createError('The PSBT is damaged. Please copy it again.')
    }
  if (isPrivateKeyLike(content)) throw createPrivateKeyError(FIELD)

  throw createError('Paste a signed PSBT, or a signed transaction in hex.')
}

/** A PSBT, or a transaction of version 1 or 2. */
const isBinary = (content: Uint8Array) => {
  const start = hex.encode(content.slice(0, 5))
  return start === PSBT_MAGIC || start.startsWith('01000000') || start.startsWith('02000000')
}

function readTransaction(bytes: Uint8Array): Transaction {
  if (hex.encode(bytes.slice(0, 5)) !== PSBT_MAGIC)
    try {
      return parseTransaction(bytes)
    } catch {
      throw createError('This isn’t a Bitcoin transaction.')
    }

  const transaction = parsePsbt(bytes)
  try {
    if (!transaction.isFinal) transaction.finalize()
    return transaction
  } catch {
    throw new DomainError(
      'unsigned',
      422,
      'A signature is missing. Sign the transaction with your wallet and upload the result.',
      FIELD,
    )
  }
}

function parsePsbt(bytes: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(bytes)
  } catch {
    throw createError('The PSBT is damaged. Please copy it again.')
  }
}

const listSpends = (transaction: Transaction): string[] =>
  Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { txid, index: output } = transaction.getInput(index)
    return `${hex.encode(txid ?? new Uint8Array())}:${output}`
  })
