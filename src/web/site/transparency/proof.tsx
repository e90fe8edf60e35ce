import type { TransparencyReport } from '#modules/transparency/queries.ts'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import styles from '../transparency.module.css'
import { LogFacts } from './log-facts.tsx'

/** Displays the latest block of the hash chain and how to check it. */
export function Proof({ report: { chainHead, log } }: { report: TransparencyReport }) {
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
              Ledger entries 1 to {String(chainHead.seq)} form a hash chain. This is its latest
              hash. Compare it with what other people see:
            </p>
            <p className={styles.hash}>{chainHead.hash}</p>
          </>
        ) : (
          <p>The hash chain has no entries yet.</p>
        )}
        <p>
          If the hash for a number changes, or if two people see different hashes for it, entries
          were rewritten. Members find the numbers of their entries on their statements.
        </p>
        <LogFacts log={log} />
        <p>
          <b>What this doesn’t show.</b> A member’s balance could be left out without anyone
          noticing if that member never checks it. The totals don’t show what the operator owes
          outside this ledger, or whether assets are pledged, and they are not an audit. No
          compensation scheme covers investment losses.
        </p>
      </div>
    </div>
  )
}
