import { joinClasses } from '../classes.ts'
import { type Amount, formatSign, type SignMode, splitDecimal } from './decimal.ts'
import styles from './money.module.css'

type Props = {
  amount: Amount
  /** Before the figure; a currency code of coins goes behind it with `unit`. */
  symbol?: string | undefined
  unit?: string | undefined
  /** Decimals of the bigint form, and the least that are shown. */
  scale?: number | undefined
  sign?: SignMode | undefined
  /** Green above zero and red below, always beside a sign. */
  coloured?: boolean | undefined
  /** Cents smaller: for figures that stand alone. */
  hero?: boolean | undefined
  className?: string | undefined
}

/**
 * An amount of money from exact text or bigint. In columns leave the symbol to the column's head.
 */
export function Money({
  amount,
  symbol = '$',
  unit,
  scale = 2,
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

/** The same figure without a symbol, for money columns. */
export const Figure = (props: Omit<Props, 'symbol' | 'unit'>) => <Money {...props} symbol="" />
