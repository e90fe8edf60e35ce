import { z } from 'zod'

/** The answers of Esplora's REST API that are read, as its documentation describes them. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
export const height = z.int().min(0).max(0x7fffffff)
/** An amount in satoshis; no more than 21 million bitcoin exist. */
export const sats = z.int().min(0).max(2_100_000_000_000_000)

const confirmed = z.object({
  confirmed: z.literal(true),
  block_height: height,
  block_hash: hash,
  block_time: z.int().positive(),
})
export const status = z.discriminatedUnion('confirmed', [
  confirmed,
  z.object({ confirmed: z.literal(false) }),
])
export type EsploraStatus = z.infer<typeof status>

const output = z.object({ scriptpubkey: z.string(), value: sats })

export const transaction = z.object({
  txid: hash,
  vin: z.array(
    z.object({
      txid: hash,
      vout: z.int().min(0),
      sequence: z.int().min(0).max(0xffffffff),
      prevout: output.nullish(),
    }),
  ),
  vout: z.array(output.extend({ scriptpubkey_address: z.string().nullish() })),
  status,
})
export type EsploraTransaction = z.infer<typeof transaction>

export const block = z.object({ id: hash, height, timestamp: z.int().positive() })

export const unspent = z.array(z.object({ txid: hash, vout: z.int().min(0), value: sats, status }))

const sums = z.object({ funded_txo_sum: sats, spent_txo_sum: sats })
export const addressStats = z.object({ chain_stats: sums })

/** Fee rates are no amounts: satoshis per virtual byte, as texts or integers. */
export const feeEstimates = z.record(
  z.string().regex(/^\d{1,4}$/),
  z.coerce.number().positive().max(1_000_000),
)

export const rawTransaction = z.string().regex(/^([0-9a-f]{2})+$/)
