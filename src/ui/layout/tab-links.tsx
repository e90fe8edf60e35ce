import { Link } from 'react-router'
import styles from './tab-links.module.css'

type TabLink = {
  label: string
  to: string
  current: boolean
  /** The number of items in it; undefined until it is known. */
  count?: number | undefined
}

/** Renders links to the views of one list, each with its address and count. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.current ? 'page' : undefined} preventScrollReset>
              {tab.label}
              {tab.count !== undefined && (
                <span className="num">{tab.count.toLocaleString('en-US')}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
