import { z } from 'zod'
import { instant } from '#platform/http/schemas.ts'
import { PAYOUT_TRANSACTION_STATUSES } from '../model.ts'

const coinAmount = z.string()

/** A transaction that pays a batch. */
export const payoutTransaction = z.object({
  _id: z.string(),
  version: z.int(),
  status: z.enum(PAYOUT_TRANSACTION_STATUSES),
  txid: z.string().meta({ description: 'as its chain writes it' }),
  explorer: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string(),
  bitcoin: z
    .object({
      psbt: z.string().meta({ description: 'the unsigned transaction, base64' }),
      feeRate: z.string().meta({ description: 'satoshis for a virtual byte' }),
      fee: coinAmount,
      inputs: z.array(z.string()).meta({ description: 'what it spends, as txid:index' }),
      inputAmount: coinAmount,
      change: z.object({ address: z.string(), amount: coinAmount }).nullable(),
      feeRecordedAt: instant.nullable(),
    })
    .nullable()
    .meta({ description: 'null for a transaction that the operator built' }),
  networkFee: coinAmount
    .nullable()
    .meta({ description: 'of a transaction on Ethereum, in ETH, as the chain shows it' }),
  signedAt: instant.nullable(),
  signedBy: z.string().nullable(),
  sentAt: instant.nullable(),
  sentBy: z.string().nullable(),
  sentByUs: z.boolean().nullable().meta({ description: 'false: the operator sent it' }),
  seenAt: instant.nullable(),
  blockHeight: z.int().nullable(),
  confirmations: z.int().nullable(),
  needed: z.int().nullable().meta({ description: 'confirmations; null until the block is final' }),
  checkedAt: instant.nullable(),
  problem: z.string().nullable(),
  completedAt: instant.nullable(),
})

/** The Bitcoin transaction of a batch as it would be exported now. */
export const batchDraft = z.object({
  estimates: z
    .array(z.object({ minutes: z.int(), feeRate: z.string() }))
    .meta({ description: 'fee rates of the provider for a confirmation within so many minutes' }),
  minFeeRate: z.string(),
  maxFeeRate: z.string(),
  feeRate: z.string(),
  fee: coinAmount,
  total: coinAmount.meta({ description: 'paid to the addresses, without the fee' }),
  inputs: z.array(z.object({ output: z.string(), address: z.string(), amount: coinAmount })),
  change: z.object({ address: z.string(), amount: coinAmount }).nullable(),
})
