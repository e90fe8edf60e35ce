import { z } from 'zod'

/** Block heights are stored as PostgreSQL integers. */
const MAX_HEIGHT = 2 ** 31 - 1

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((text) => BigInt(text))
const height = quantity
  .refine((value) => value <= BigInt(MAX_HEIGHT))
  .transform((value) => Number(value))
/** 64 hex digits in lower case without 0x. */
const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((text) => text.slice(2).toLowerCase())
/** 0x and 40 hex digits in lower case. */
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((text) => text.toLowerCase())
const MAX_SECONDS = 8.64e12
const time = quantity
  .refine((seconds) => seconds < BigInt(MAX_SECONDS))
  .transform((seconds) => new Date(Number(seconds) * 1_000))

export const evm = { quantity, height, hash, address }

export const headerSchema = z.object({ number: height, hash, parentHash: hash, timestamp: time })
export type EvmHeader = z.output<typeof headerSchema>

const transactionSchema = z.object({
  hash,
  blockNumber: height.nullish(),
  blockHash: hash.nullish(),
  from: address,
  to: address.nullish(),
  value: quantity,
  gas: quantity,
  input: z.string(),
})
export type EvmTransaction = z.output<typeof transactionSchema>

export const blockSchema = headerSchema.extend({
  transactions: z.array(transactionSchema),
  /** Validator withdrawals credit an address in gwei without a transaction (EIP-4895). */
  withdrawals: z.array(z.object({ address, amount: quantity })).nullish(),
})
export type EvmBlock = z.output<typeof blockSchema>

export const logSchema = z.object({
  address,
  topics: z.array(hash),
  data: z.string(),
  blockNumber: height,
  blockHash: hash,
  transactionHash: hash,
  logIndex: height,
  removed: z.boolean().optional(),
})
export type EvmLog = z.output<typeof logSchema>

export const receiptSchema = z.object({
  transactionHash: hash,
  blockNumber: height,
  blockHash: hash,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  blobGasUsed: quantity.nullish(),
  blobGasPrice: quantity.nullish(),
  logs: z.array(logSchema),
})
export type EvmReceipt = z.output<typeof receiptSchema>

export const nullableTransaction = transactionSchema.nullable()
