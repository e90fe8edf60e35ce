import { Figure } from '#ui/figures/money.tsx'

/** Returns the number of decimals of a price as the server formats it. */
export const countDecimals = (price: string) => price.length - price.indexOf('.') - 1

/** Renders a displayed price with all its decimals, also zeros. */
export const Price = ({ price }: { price: string }) => (
  <Figure amount={price} scale={countDecimals(price)} />
)
