import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { arrowDownBold, arrowUpBold } from '../icons.ts'
import styles from './change.module.css'
import { type Amount, formatSign, type SignMode, splitDecimal } from './decimal.ts'

type PercentProps = {
  /**
   * Per cent as text (`'1.84'`), or bigint hundredths of a per cent (basis points) with scale 2.
   */
  value: Amount
  sign?: SignMode | undefined
  decimals?: number | undefined
}

/** A share of a hundred. */
export function Percent({ value, sign = 'minus', decimals = 0 }: PercentProps) {
  const parts = splitDecimal(value, 2, decimals)
  return (
    <span className="num">
      {formatSign(parts, sign)}
      {parts.whole}
      {parts.fraction && `.${parts.fraction}`}
      <span className="pc">%</span>
    </span>
  )
}

/** How far something moved: arrow, sign and colour, so that none has to speak alone. */
export function Change({ percent }: { percent: Amount }) {
  const { zero, negative } = splitDecimal(percent, 2, 2)
  return (
    <span className={joinClasses(styles.change, !zero && (negative ? styles.down : styles.up))}>
      {!zero && <Icon glyph={negative ? arrowDownBold : arrowUpBold} />}
      <Percent value={percent} sign="always" decimals={2} />
    </span>
  )
}
