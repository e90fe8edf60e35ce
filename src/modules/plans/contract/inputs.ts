import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'

export const id = z.string().max(60)

/** A text as sent. The command rejects a missing or wrong one, with the field. */
export const optionalText = z
  .union([z.string().max(1_000), z.number()])
  .transform(String)
  .optional()

export const textOrEmpty = optionalText.default('')

export const currencySchema = z.enum(CURRENCIES)

export const periodInput = { period_from: textOrEmpty, period_to: textOrEmpty }

export const evidenceInput = z
  .union([z.file(), z.string().max(300)])
  .optional()
  .meta({ description: 'a picture or a PDF of at most 10 MB, as evidence' })

export const placeInput = textOrEmpty.meta({
  description: '`hot` for coin and `bank` for dollars by default',
})
