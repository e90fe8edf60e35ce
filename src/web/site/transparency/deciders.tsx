import type { Deciders } from '#modules/transparency/model.ts'
import { CalendarDay } from '#ui/figures/when.tsx'
import styles from '../transparency.module.css'

type Props = { deciders: Deciders; live: boolean }

/** Displays how many admins can decide about money, and when the last of them joined. */
export function DeciderFacts({ deciders: { count, lastJoinedOn }, live }: Props) {
  const admins = `${count} ${count === 1 ? 'admin' : 'admins'}`
  return (
    <div className={styles.prose}>
      <p>
        <b>{admins}</b> can approve what another admin proposes about money.
        {lastJoinedOn && (
          <>
            {' '}
            The last one joined on <CalendarDay day={lastJoinedOn} />.
          </>
        )}
      </p>
      <p>
        No one approves their own proposal: the database refuses it. It knows accounts, though, not
        people.
        {live && ' An admin who joined less than 72 hours ago approves nothing.'}
        {count < 2 && ' With fewer than two admins nothing that needs two can happen.'}
      </p>
    </div>
  )
}
