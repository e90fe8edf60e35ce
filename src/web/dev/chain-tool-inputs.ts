import { z } from 'zod'
import { COINS } from '#lib/currencies.ts'
import { DomainError } from '#lib/errors.ts'
import { CHAINS } from '#modules/chains/model.ts'

/** The ways in which a simulated payment differs from what a deposit expects. */
const PAYMENT_KINDS = ['exact', 'short', 'over', 'late', 'double'] as const

const chain = z.enum(CHAINS)
const txid = z.string().regex(/^[0-9a-f]{64}$/)
export const depositPayment = z.strictObject({
  deposit: z.string().max(40),
  kind: z.enum(PAYMENT_KINDS),
})
export const payment = z.strictObject({
  chain,
  coin: z.enum(COINS),
  address: z.string().min(20).max(100),
  amount: z.string().max(30),
})
export const blocks = z.strictObject({ chain, blocks: z.number().int().min(1).max(100) })
export const transaction = z.strictObject({ chain, txid })

export function parse<Input>(schema: z.ZodType<Input>, body: unknown): Input {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new DomainError(
    'validation',
    400,
    issue?.message ?? 'Invalid input.',
    issue?.path.join('.'),
  )
}
