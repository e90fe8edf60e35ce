import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { bell, bellFill } from '#ui/icons.ts'
import styles from './bell.module.css'
import { notificationCalls } from './calls.tsx'

const MOST_SHOWN = 99

/** Leads to what one was told, with how much of it is unread; live by the stream that every read listens to. */
export function NotificationBell() {
  const { data } = useQuery(notificationCalls.unread.queryOptions())
  const unread = data?.data.unread ?? 0
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  return (
    <Link to="/dashboard/notifications" className={styles.bell} aria-label={label} title={label}>
      <Icon glyph={unread > 0 ? bellFill : bell} />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  )
}
