import { ButtonLink } from '#ui/actions/button.tsx'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { OwnCourse } from './calls.tsx'
import styles from './verify-panel.module.css'

/** Links to the check of the member's entries and shows the current head of the hash chain. */
export function VerifyPanel({ head }: { head: OwnCourse['head'] | undefined }) {
  if (!head) return null
  return (
    <Panel>
      <div className={styles.chain}>
        <HashRosette hash={head.hash} density={0.7} stroke={0.8} />
        <div>
          <h2>Verify my balance</h2>
          <p>Ledger recorded in the hash chain up to entry L-{head.seq}.</p>
        </div>
      </div>
      <p className={styles.words}>
        Your browser recomputes the hashes of your entries and checks them against the chain. Any
        change to an entry would show.
      </p>
      <ButtonLink to="/dashboard/verify" block>
        Run the check
      </ButtonLink>
    </Panel>
  )
}
