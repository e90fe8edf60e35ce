import { useQuery } from '@tanstack/react-query'
import { toCents, type Usd } from '#lib/money.ts'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'
import { Money } from '#ui/figures/money.tsx'
import { wallet } from '#ui/icons.ts'

/** The choice of available cash among the payment methods. */
export const CASH = 'CASH'

export const buildCashChoice = (cash: Usd) => ({
  value: CASH,
  label: 'Available cash',
  hint: <Money amount={cash} />,
  logo: { glyph: wallet },
})

/** Returns the member's cash that can be invested; undefined without any. */
export function useCash(): Usd | undefined {
  const { data } = useQuery(withdrawalCalls.available.queryOptions())

  return data && toCents(data.data.cash) > 0n ? data.data.cash : undefined
}
