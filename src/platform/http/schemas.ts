import { z } from 'zod'
import { isDay } from '#lib/dates.ts'
import { type Cents, parseAmount, type Usd } from '#lib/money.ts'
import { findAmountProblem } from '#lib/typed-amount.ts'

const sent = z
  .union([z.string(), z.number()], { error: 'Please enter a valid amount.' })
  .transform(String)

/**
 * Dollars as sent (a JSON number or a numeric text, at most two decimals), in cents: zero or more.
 */
export const usdAmountOrZero = sent
  .transform((text, context) => {
    const cents = parseAmount(text, 'USD')
    if (cents !== null) return cents
    const message = findAmountProblem(text) ?? 'Please enter a valid amount.'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .meta({
    type: 'number',
    minimum: 0,
    multipleOf: 0.01,
    description: 'dollars, at most two decimals',
  })

/** Dollars as sent, in cents, above zero. */
export const usdAmount = usdAmountOrZero.refine(
  (cents) => cents > 0n,
  'Please enter a valid amount.',
)

/**
 * An amount in dollars, as every call answers it. A handler returns cents, and the codec writes
 * them as a JSON number of dollars with two decimals; a screen reads that number's exact text.
 */
export const usd = z
  .bigint()
  .meta({ type: 'number', description: 'dollars with two decimals' }) as unknown as z.ZodType<
  Usd,
  Cents
>

/** An instant on its way out, as ISO 8601 in UTC. */
export const instant = z.date().meta({ type: 'string', format: 'date-time' })

const WHICH_DAY = 'Please enter a date such as 2026-11-20.'

/** A calendar day, `YYYY-MM-DD`, of the years 1900 to 2999. */
export const day = z.iso.date({ error: WHICH_DAY, abort: true }).refine(isDay, WHICH_DAY)

/** A country, ISO 3166-1 alpha-2. */
export const country = z.string().regex(/^[A-Z]{2}$/, 'Please name a country such as DE.')

/** Returns the schema of every answer: a message and the data. */
export const buildEnvelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ message: z.string(), data })

/** The answer of a call without data. */
export const messageOnly = z.object({ message: z.string() })

/**
 * Returns the schema of a `detailed` call that may have to wait for a second admin: 200 when done,
 * 202 while it waits.
 */
export const buildApprovalResponse = <Body extends z.ZodType>(body: Body) =>
  z.union([z.object({ status: z.literal(200), body }), z.object({ status: z.literal(202), body })])

/** The answer of any call that fails. */
export const refusal = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
})

/** The answer of a browser to a passkey challenge; the command verifies it. */
export const passkey = z.object({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  response: z.record(
    z.string().max(40),
    z.union([z.string().max(20_000), z.array(z.string().max(40)).max(20), z.number()]),
  ),
  clientExtensionResults: z.record(z.string().max(40), z.unknown()).default({}),
})

/** The answer of the admin's approval key, where a second admin's approval is signed. */
export const approvalSignature = passkey
  .optional()
  .meta({ description: 'the approval key’s answer to the options of the statement' })
