import { z } from 'zod'
import { isDay } from '#lib/dates.ts'
import { CURRENCIES } from '#lib/money.ts'

export const tags = ['Ledger']
export const currency = z.enum(CURRENCIES)

export const amount = z
  .string()
  .meta({ description: 'in whole units of the currency, exact; credits minus debits' })
export const number = z.string().meta({ description: 'a journal number' })
export const account = z.string().min(1).max(120)
const WHEN = 'Enter a journal number or a date such as 2026-11-20.'

export const at = z
  .string()
  .regex(/^(\d{1,18}|\d{4}-\d\d-\d\d)$/, { error: WHEN, abort: true })
  .refine((text) => /^\d{1,18}$/.test(text) || isDay(text), WHEN)
  .optional()
  .meta({
    description: 'a journal number, or the end of a business date; the current state without it',
  })
