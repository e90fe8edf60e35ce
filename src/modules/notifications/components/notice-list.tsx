import { Link } from 'react-router'
import { Button } from '#ui/actions/button.tsx'
import { classes } from '#ui/classes.ts'
import { When } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { ShownNotice } from './calls.tsx'
import styles from './notice-list.module.css'

type Props = { notices: readonly ShownNotice[]; onRead: (id: string) => void }

/** What one was told, newest first; following one, or saying so, marks it as read. */
export function NoticeList({ notices, onRead }: Props) {
  return (
    <ul className={styles.list}>
      {notices.map((notice) => (
        <li key={notice._id} className={classes(styles.notice, !notice.readAt && styles.unread)}>
          <div className={styles.words}>
            <p className={styles.title}>
              <Link to={notice.to} onClick={() => notice.readAt || onRead(notice._id)}>
                {notice.title}
              </Link>
              {!notice.readAt && <Tag tone="info">New</Tag>}
            </p>
            <p className="small">{notice.text}</p>
            <p className="meta muted">
              <When at={notice.createdAt} />
            </p>
          </div>
          {!notice.readAt && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => onRead(notice._id)}
              aria-label={`Mark as read: ${notice.title}`}
            >
              Mark as read
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
