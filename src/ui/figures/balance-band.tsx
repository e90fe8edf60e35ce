import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import styles from './balance-band.module.css'
import { type Amount, MINUS, splitDecimal } from './decimal.ts'
import { Money } from './money.tsx'

export type BandCell = {
  label: ReactNode
  amount: Amount
  note?: ReactNode
  /** Address of the entries behind the figure; `label` is read after the figure. */
  link?: { to: string; label: string } | undefined
}

/** One term of the sum with its sign; all of them add up to the total. */
export type BandTerm = { label: string; amount: Amount; op: '+' | '-' }

type Props = {
  /** The accessible name of the band. */
  label: string
  /** A figure above all others: the large one, double ruled. */
  headline?: BandCell | undefined
  /** Without a headline the first cell is the large one. */
  cells: readonly [BandCell, ...BandCell[]]
  /** Smaller figures below that are not part of the sum: estimates, amounts due. */
  secondaryCells?: readonly BandCell[] | undefined
  /** The terms of the large figure. */
  sum?: { terms: readonly BandTerm[]; total: { label: string; amount: Amount } } | undefined
  /** At the end of the sum's line: a rosette and its statement. */
  proof?: ReactNode
  /** While the figures load: bars, never zeros. */
  loading?: boolean
}

/** Renders figures side by side in one panel, split by double rules, with the sum behind them. */
export function BalanceBand(props: Props) {
  const { label, headline, cells, secondaryCells, sum, proof, loading } = props

  return (
    <section className={styles.band} aria-label={label} aria-busy={loading}>
      {headline && (
        <div className={styles.headline}>
          <div className={styles.label}>{headline.label}</div>
          <div className={styles.large}>
            {loading ? <span className={styles.bar} /> : <CellFigure {...headline} hero />}
          </div>
          {headline.note && <div className={styles.note}>{headline.note}</div>}
        </div>
      )}
      <div className={styles.cells}>
        {cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
          <div key={index} className={styles.cell}>
            <div className={styles.label}>{cell.label}</div>
            <div className={index === 0 && !headline ? styles.large : styles.value}>
              {loading ? <span className={styles.bar} /> : <CellFigure {...cell} hero />}
            </div>
            {cell.note && <div className={styles.note}>{cell.note}</div>}
          </div>
        ))}
      </div>
      {secondaryCells && (
        <div className={styles.secondary}>
          {secondaryCells.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
            <div key={index}>
              <span className={styles.label}>{cell.label}</span>
              <b>{loading ? <span className={styles.bar} /> : <CellFigure {...cell} />}</b>
              {cell.note && <span className={styles.note}>{cell.note}</span>}
            </div>
          ))}
        </div>
      )}
      {(sum || proof) && (
        <div className={styles.sum}>
          {sum && !loading && <Sum {...sum} />}
          {proof && <div className={styles.proof}>{proof}</div>}
        </div>
      )}
    </section>
  )
}

function CellFigure({ amount, link, hero = false }: BandCell & { hero?: boolean }) {
  if (!link) return <Money amount={amount} hero={hero} />
  return (
    <Link to={link.to} className={styles.link} preventScrollReset>
      <Money amount={amount} hero={hero} />
      <span className="visually-hidden">, {link.label}</span>
    </Link>
  )
}

function Sum({ terms, total }: NonNullable<Props['sum']>) {
  return (
    <div className={joinClasses('num', styles.terms)}>
      {terms.map((term, index) => (
        <SumTerm key={term.label} term={term} first={index === 0} />
      ))}
      <span className={styles.total}>
        <span className={styles.op}>=</span> <SumFigure amount={total.amount} />
        <small>{total.label}</small>
      </span>
    </div>
  )
}

function SumTerm({ term, first }: { term: BandTerm; first: boolean }) {
  const op = term.op === '-' ? MINUS : '+'
  const quiet = first && term.op === '+'

  return (
    <span>
      {!quiet && <span className={styles.op}>{op}</span>} <SumFigure amount={term.amount} />
      <small>{term.label}</small>
    </span>
  )
}

function SumFigure({ amount }: { amount: Amount }) {
  const { negative, whole, fraction } = splitDecimal(amount, 2, 2)
  return <span>{`${negative ? MINUS : ''}${whole}.${fraction}`}</span>
}
