import { tidyAmount } from '#lib/typed-amount.ts'
import { depositCalls } from './calls.tsx'
import type { DepositChoices } from './use-deposit-choices.tsx'

/**
 * Finds the member's open quote for the current choices, so that going back and forth does not
 * create a second one. Null if there is none.
 */
export async function findReusableQuote(
  { quote, plan, method }: DepositChoices,
  amount: string,
): Promise<string | null> {
  if (!quote) return null

  const { data } = await depositCalls.get.call({ id: quote })
  const same =
    data.plan._id === plan &&
    data.payment_method === method &&
    tidyAmount(data.amount) === tidyAmount(amount)

  return same && data.status === 'awaiting_payment' ? data._id : null
}
