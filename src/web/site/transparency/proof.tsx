import type { TransparencyReport } from '#modules/transparency/queries.ts'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import styles from '../transparency.module.css'

/** Displays the latest block of the hash chain and how to check it. */
export function Proof({ report: { chainHead } }: { report: TransparencyReport }) {
  return (
    <div className={styles.proof}>
      {chainHead && (
        <HashRosette
          hash={chainHead.hash}
          density={1.35}
          stroke={0.32}
          className={styles.rosette}
        />
      )}
      <div className={styles.prose}>
        {chainHead ? (
          <>
            <p>
              Every entry up to number {String(chainHead.seq)} is part of one hash chain. Its latest
              hash, to compare with what other people see:
            </p>
            <p className={styles.hash}>{chainHead.hash}</p>
          </>
        ) : (
          <p>The hash chain has no entry yet.</p>
        )}
        <p>
          If the hash of a number changes, or differs between two readers, entries were rewritten.
          Members see the number of each of their entries on their statements.
        </p>
        <p>
          <b>What this does not show.</b> A proof that your balance is included in these totals is
          coming soon. The totals don’t show what the operator owes outside these books, they aren’t
          an audit, and no scheme repays you when an investment falls.
        </p>
      </div>
    </div>
  )
}
