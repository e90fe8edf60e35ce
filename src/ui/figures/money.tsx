import { type Currency, SCALE } from '#lib/money.ts'
import { joinClasses } from '../classes.ts'
import { type Amount, formatSign, type SignMode, splitDecimal } from './decimal.ts'
import styles from './money.module.css'

type Props = {
  amount: Amount
  /** In front of the figure; a coin's code goes behind it as `unit`. */
  symbol?: string | undefined
  unit?: Currency | undefined
  /** Decimals of the bigint form, and the minimum shown; by default those of the currency. */
  scale?: number | undefined
  sign?: SignMode | undefined
  /** Green above zero and red below, always together with a sign. */
  coloured?: boolean | undefined
  /** Cents are smaller, for standalone figures. */
  hero?: boolean | undefined
  className?: string | undefined
}

/**
 * Renders an amount of money from exact text or bigint. In columns leave the symbol to the header.
 */
export function Money({
  amount,
  symbol = '$',
  unit,
  scale = SCALE[unit ?? 'USD'],
  sign = 'minus',
  coloured,
  hero,
  className,
}: Props) {
  const parts = splitDecimal(amount, scale, scale)
  const tone = coloured && !parts.zero && (parts.negative ? styles.down : styles.up)
  const fraction = parts.fraction && `.${parts.fraction}`

  return (
    <span className={joinClasses('num', tone, hero && styles.hero, className)}>
      {formatSign(parts, sign)}
      {unit ? '' : symbol}
      {parts.whole}
      {hero ? <small>{fraction}</small> : fraction}
      {unit && <span className={styles.unit}> {unit}</span>}
    </span>
  )
}

/** Renders the amount without a symbol, for money columns. */
export const Figure = (props: Omit<Props, 'symbol' | 'unit'>) => <Money {...props} symbol="" />
