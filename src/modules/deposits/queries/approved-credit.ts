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
  })
  .transform(
    ({ received, receivedIn, source, reference, outputIndex, ...figures }): ConfirmedCredit => ({
      ...figures,
      arrival: { currency: receivedIn, amount: received, source, reference, outputIndex },
    }),
  )

/** Reads the content of an approved credit. */
export const parseApprovedCredit = (content: unknown): ConfirmedCredit =>
  approvedCredit.parse(content)
