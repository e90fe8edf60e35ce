import { computeCoverage } from '#modules/transparency/model.ts'
import type { TransparencyReport } from '#modules/transparency/queries.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import styles from './open-books-strip.module.css'

type Props = {
  report: Pick<TransparencyReport, 'owed' | 'held' | 'chainHead' | 'frozen' | 'readAt'>
  sandbox: boolean
}

/**
 * Renders what is owed and held at this minute. It is hidden where less is held than owed, or the
 * ledger is frozen: `/transparency` explains why.
 */
export function OpenBooksStrip({
  report: { owed, held, chainHead, frozen, readAt },
  sandbox,
}: Props) {
  const perDollar = computeCoverage(held.total, owed.total)
  if (frozen || !chainHead || perDollar === null || perDollar < 100n) return null

  return (
    <section className={styles.strip} aria-label="Open books" data-source="openBooks">
      <div className={styles.wrap}>
        <div className={styles.lead}>
          <HashRosette
            hash={chainHead.hash}
            density={0.7}
            stroke={0.8}
            className={styles.rosette}
          />
          <div>
            <h2>Live figures</h2>
            <small>
              <When at={readAt.toISOString()} timeZone="UTC" /> UTC{sandbox && ', simulated money'}
            </small>
            <TextLink to="/transparency" arrow>
              Verify the figures
            </TextLink>
          </div>
        </div>
        <Cell
          label="Member balances"
          note={`${owed.members} ${owed.members === 1 ? 'member' : 'members'}`}
        >
          <Money amount={owed.total} />
        </Cell>
        <Cell label="Assets held" note="In custody and invested">
          <Money amount={held.total} />
        </Cell>
        <Cell label="Assets per $1.00 owed" note="Crypto at current prices">
          <Money amount={perDollar} />
        </Cell>
      </div>
    </section>
  )
}

type CellProps = { label: string; note: string; children: React.ReactNode }

const Cell = ({ label, note, children }: CellProps) => (
  <div className={styles.cell}>
    <div className={styles.label}>{label}</div>
    <div className={styles.value}>{children}</div>
    <small>{note}</small>
  </div>
)
