import { Link, useLocation } from 'react-router'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './side-nav.module.css'

export type NavItem = {
  label: string
  icon?: string | undefined
  /** The filled icon of the current page. */
  iconCurrent?: string | undefined
  /** The number of items that wait. */
  badge?: string | number | undefined
} & (
  | {
      to: string
      /** Current only on exactly this address. */
      end?: boolean | undefined
      /** Addresses without an item of their own on which this item is also marked as current. */
      also?: readonly string[] | undefined
    }
  | { onSelect: () => void }
)

export type NavGroup = { title?: string | undefined; items: readonly NavItem[] }

type Props = { groups: readonly NavGroup[]; label: string; deep?: boolean | undefined }

/** Renders the groups of a sidebar. */
export function SideNav({ groups, label, deep }: Props) {
  return (
    <nav aria-label={label} className={joinClasses(styles.nav, deep && styles.deep)}>
      {groups.map((group, index) => (
        <div key={group.title ?? index}>
          {group.title && <h2>{group.title}</h2>}
          <ul>
            {group.items.map((item) => (
              <li key={item.label}>
                <Entry item={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Entry({ item }: { item: NavItem }) {
  const { pathname } = useLocation()

  if ('onSelect' in item) {
    return (
      <button type="button" className={styles.item} data-closes onClick={item.onSelect}>
        <EntryText item={item} current={false} />
      </button>
    )
  }

  const current = matchesAddress(pathname, item.to, item.end)
    ? 'page'
    : item.also?.some((address) => matchesAddress(pathname, address))
      ? 'true'
      : undefined

  return (
    <Link to={item.to} className={styles.item} aria-current={current}>
      <EntryText item={item} current={current !== undefined} />
    </Link>
  )
}

/** Returns whether a path is an address, with or without a slash at its end, or below it. */
function matchesAddress(pathname: string, address: string, end = false): boolean {
  const path = pathname.replace(/\/+$/, '')
  const [to = ''] = address.split('?')
  return path === to || (!end && path.startsWith(`${to}/`))
}

function EntryText({ item, current }: { item: NavItem; current: boolean }) {
  const glyph = current ? (item.iconCurrent ?? item.icon) : item.icon
  return (
    <>
      {glyph && <Icon glyph={glyph} />}
      <span>{item.label}</span>
      {item.badge !== undefined && <span className={styles.badge}>{item.badge}</span>}
    </>
  )
}
