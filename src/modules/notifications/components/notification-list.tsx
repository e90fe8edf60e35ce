import { Link } from 'react-router'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/classes.ts'
import { When } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { KINDS, type NotificationKind } from '../model.ts'
import type { NotificationView } from './calls.tsx'
import styles from './notification-list.module.css'

type Props = { notifications: readonly NotificationView[]; onRead: (id: string) => void }

/** Displays notifications, newest first; following one or marking it makes it read. */
export function NotificationList({ notifications, onRead }: Props) {
  return (
    <ul className={styles.list}>
      {notifications.map((notification) => (
        <li
          key={notification._id}
          className={joinClasses(styles.notice, !notification.readAt && styles.unread)}
        >
          <div className={styles.words}>
            <p className={styles.title}>
              <Link
                to={notification.to}
                onClick={() => notification.readAt || onRead(notification._id)}
              >
                {notification.title}
              </Link>
              {!notification.readAt && <Tag tone="info">New</Tag>}
            </p>
            <p className="small">{notification.text}</p>
            <p className="meta muted">
              {KINDS[notification.kind as NotificationKind]?.label} ·{' '}
              <When at={notification.createdAt} />
            </p>
          </div>
          {!notification.readAt && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => onRead(notification._id)}
              aria-label={`Mark as read: ${notification.title}`}
            >
              Mark as read
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
