import { DomainError, type FieldRefusal } from '#lib/errors.ts'
import { type PaymentMethodCode, parsePaymentMethod } from '#modules/settings/model.ts'

/** A request as the member sent it. */
export type WithdrawalInput = {
  amount?: string
  method?: string
  address?: string
  source?: string
  /**
   * The positions to take from once cash is used up, in this order; the newest first if omitted.
   */
  positions?: string[]
}

export function parseRequiredFields(input: WithdrawalInput): {
  method: PaymentMethodCode
  address: string
} {
  const method = parsePaymentMethod(input.method?.trim() ?? '')
  const address = input.address?.trim()
  const missing: FieldRefusal[] = []

  if (!method)
    missing.push({ field: 'payment_channel', message: 'Please select a payment method.' })
  if (!input.amount) missing.push({ field: 'amount', message: 'Please enter an amount.' })
  if (!address)
    missing.push({ field: 'wallet_address', message: 'Please provide a wallet address.' })

  const [first, ...others] = missing
  if (method && address && !first) return { method, address }

  throw new DomainError(
    'missing',
    400,
    'Please select a payment method, enter an amount, and provide a wallet address.',
    first?.field,
    others,
  )
}
