import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'
import { RECEIPT_SOURCES } from '#modules/ledger/model.ts'
import type { ConfirmedCredit } from '../model.ts'

const minorUnits = z.string().transform(BigInt)

const approvedCredit = z
  .object({
    memberId: z.string(),
    received: minorUnits,
    receivedIn: z.enum(CURRENCIES),
    rate: minorUnits,
    credited: minorUnits,
    invested: minorUnits,
    arrivedAt: z.coerce.date(),
    source: z.enum(RECEIPT_SOURCES),
    reference: z.string(),
    outputIndex: z.coerce.number(),
    payments: z.string().optional(),
  })
  .transform(
    ({ received, receivedIn, source, reference, outputIndex, ...figures }): ApprovedCredit => ({
      ...figures,
      payments: [],
      outputs: figures.payments ?? null,
      arrival: { currency: receivedIn, amount: received, source, reference, outputIndex },
    }),
  )

/** A credit as it was approved: its payments on chain are named by their outputs. */
export type ApprovedCredit = ConfirmedCredit & { outputs: string | null }

/** Reads the content of an approved credit. */
export const parseApprovedCredit = (content: unknown): ApprovedCredit =>
  approvedCredit.parse(content)
