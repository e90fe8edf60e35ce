import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { When } from '#ui/figures/when.tsx'
import { sealCheckFill } from '#ui/icons.ts'
import { Tag } from '#ui/status/tag.tsx'
import { integrityCalls } from './calls.tsx'
import styles from './integrity-tag.module.css'

/** Displays the state of the ledger in the bar of every screen and links to it. */
export function IntegrityTag() {
  const { data } = useQuery(integrityCalls.state.queryOptions())
  if (!data) return null

  const { frozen, good, overdue } = data.data

  return (
    <Link to="/admin-dashboard/ledger" className={styles.tag}>
      {frozen ? (
        <Tag tone="bad">Transfers frozen</Tag>
      ) : good && overdue ? (
        <Tag tone="bad">
          Ledger last checked <When at={good.finishedAt} timeZone="UTC" /> UTC
        </Tag>
      ) : good ? (
        <Tag tone="ok" icon={sealCheckFill}>
          Ledger balanced, <When at={good.finishedAt} timeZone="UTC" /> UTC
        </Tag>
      ) : (
        <Tag tone="wait">Ledger not checked yet</Tag>
      )}
    </Link>
  )
}
