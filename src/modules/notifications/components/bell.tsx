import { useQuery } from '@tanstack/react-query'
import { IconLink } from '#ui/actions/icon-button.tsx'
import { bell, bellFill } from '#ui/icons.ts'
import styles from './bell.module.css'
import { notificationCalls } from './calls.tsx'

const MAX_SHOWN = 99

/** Links to the notifications with the number of unread ones, updated by the event stream. */
export function NotificationBell() {
  const { data } = useQuery(notificationCalls.unread.queryOptions())
  const unread = data?.data.unread ?? 0
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`

  return (
    <span className={styles.bell}>
      <IconLink to="/dashboard/notifications" glyph={unread > 0 ? bellFill : bell} label={label} />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </span>
  )
}
