import { z } from 'zod'
import { BITCOIN_SCALE, MAX_BITCOIN_UNITS } from '../model/bitcoin-networks.ts'

/** The answers of Bitcoin Core's JSON-RPC that are read, as `bitcoin-cli help` describes them. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
const height = z.int().min(0).max(0x7fffffff)
const seconds = z.int().positive()

const AMOUNT = /^(0|[1-9]\d{0,7})(?:\.(\d{1,8}))?$/

/** An amount in bitcoin with up to eight decimals, read from its exact text. */
export const amount = z
  .union([z.string(), z.int().transform(String)])
  .refine((text) => AMOUNT.test(text))
  .transform((text) => {
    const [, whole = '0', decimals = ''] = AMOUNT.exec(text) ?? []
    return BigInt(`${whole}${decimals.padEnd(BITCOIN_SCALE, '0')}`)
  })
  .refine((units) => units <= MAX_BITCOIN_UNITS)

export const chainInfo = z.object({
  chain: z.string(),
  blocks: height,
  headers: height,
  bestblockhash: hash,
  initialblockdownload: z.boolean(),
  pruneheight: height.optional(),
})

export const header = z.object({ hash, height, time: seconds })

export const transaction = z.object({
  txid: hash,
  vin: z.array(
    z.object({
      txid: hash.optional(),
      vout: z.int().min(0).optional(),
      sequence: z.int().min(0).max(0xffffffff),
    }),
  ),
  vout: z.array(
    z.object({
      value: amount,
      n: z.int().min(0),
      scriptPubKey: z.object({ hex: z.string() }),
    }),
  ),
  /** Absent in the mempool. */
  blockhash: hash.optional(),
})
export type CoreTransaction = z.infer<typeof transaction>

export const block = header.extend({
  previousblockhash: hash.optional(),
  tx: z.array(transaction),
})

export const mempool = z.array(hash)

/** The answer of `gettxout`; null if the output is spent or unknown. */
export const output = z.object({ bestblock: hash, confirmations: z.int().min(0) }).nullable()

export const utxoScan = z.object({
  success: z.literal(true),
  height,
  bestblock: hash,
  unspents: z.array(z.object({ txid: hash, vout: z.int().min(0), amount, height })),
  total_amount: amount,
})

/** The answer of `estimatesmartfee`: bitcoin per 1,000 virtual bytes, or why there is none. */
export const feeEstimate = z.object({ feerate: amount.optional() })

export const rawTransaction = z.string().regex(/^([0-9a-f]{2})+$/)
