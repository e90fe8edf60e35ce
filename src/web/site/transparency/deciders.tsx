import { toUtcDay } from '#lib/dates.ts'
import type { Deciders } from '#modules/transparency/model.ts'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import styles from '../transparency.module.css'

type Props = { deciders: Deciders; live: boolean }

/** Displays how many admins can decide about money, and when the last of them joined. */
export function DeciderFacts({ deciders: { count, lastJoinedOn, keysReset }, live }: Props) {
  const admins = `${count} ${count === 1 ? 'admin' : 'admins'}`
  return (
    <div className={styles.prose}>
      {keysReset && (
        <Callout title="All approval keys were ended">
          <p>
            On <CalendarDay day={toUtcDay(keysReset.startedAt)} /> the owner of the database ended
            the keys that sign approvals, so that new ones can be added: {keysReset.reason}
          </p>
          <p>
            The public log records it.
            {live && ' First new keys sign nothing for seven days.'} What earlier keys signed stays
            signed.
          </p>
        </Callout>
      )}
      <p>
        <b>{admins}</b> can approve money movements that another admin proposes.
        {lastJoinedOn && (
          <>
            {' '}
            The most recent admin joined on <CalendarDay day={lastJoinedOn} />.
          </>
        )}
      </p>
      <p>
        No admin can approve their own proposal: the database rejects it. It checks accounts, and
        can’t detect one person with two accounts.
        {live && ' An admin who joined less than 72 hours ago can’t approve anything.'}
        {count < 2 &&
          ' With fewer than two admins, nothing that needs a second approval can proceed.'}
      </p>
    </div>
  )
}
