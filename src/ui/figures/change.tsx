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

/** Renders a percentage. */
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

/** Renders a relative change with arrow, sign and colour, so that no sign is the only one. */
export function Change({ percent }: { percent: Amount }) {
  const { zero, negative } = splitDecimal(percent, 2, 2)
  return (
    <span className={joinClasses(styles.change, !zero && (negative ? styles.down : styles.up))}>
      {!zero && <Icon glyph={negative ? arrowDownBold : arrowUpBold} />}
      <Percent value={percent} sign="always" decimals={2} />
    </span>
  )
}
