import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'

/** Returns the handler that closes the palette and opens an address. */
export type OpenerFactory = (to: string) => () => void

export const DatedAmount = ({ amount, at }: { amount: string; at: string }) => (
  <>
    <Money amount={amount} /> · <When at={at} timeZone="UTC" />
  </>
)
