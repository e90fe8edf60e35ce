import { useQuery } from '@tanstack/react-query'
import { toHundredths } from '#lib/percentages.ts'
import { Change } from '#ui/figures/change.tsx'
import { Sparkline } from '#ui/figures/sparkline.tsx'
import { When } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { parseRate } from '../model.ts'
import { marketCalls } from './calls.tsx'
import type { MarketRow } from './live-market.tsx'
import { Price } from './price.tsx'
import styles from './screener.module.css'

const SOON_MS = 10_000
const LATER_MS = 10 * 60_000
export const KIND_PARAM = 'market-kind'

export const ASSET_KINDS = [
  { value: 'all', label: 'All' },
  { value: 'crypto', label: 'Crypto' },
  { value: 'metal', label: 'Metals' },
  { value: 'forex', label: 'Forex' },
] as const
export type Kind = (typeof ASSET_KINDS)[number]['value']

/**
 * Returns the seven-day lines by symbol; polls sooner while the server is still collecting them.
 */
export function useLines(): ReadonlyMap<string, readonly string[]> {
  const { data } = useQuery({
    ...marketCalls.history.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.data.every(({ closes }) => closes.length > 0) ? LATER_MS : SOON_MS,
  })

  return new Map(data?.data.map(({ symbol, closes }) => [symbol, closes]))
}

/** Returns a change in exact hundredths; an unknown one sorts first. */
const toChangeSortKey = (change: string | null) =>
  change === null ? -(10n ** 18n) : toHundredths(change)

const changeCell = (change: string | null) =>
  change === null ? <span className="faint">Unavailable</span> : <Change percent={change} />

/** Builds the columns of the price table. */
export const buildScreenerColumns = (
  lines: ReadonlyMap<string, readonly string[]>,
): readonly Column<MarketRow>[] => [
  {
    id: 'asset',
    header: 'Asset',
    text: ({ label, name, source }) => `${label} ${name} ${source}`,
    cell: (row) => <Asset row={row} />,
  },
  {
    id: 'price',
    header: 'Price, USD',
    text: ({ price }) => price,
    cell: ({ price, stale }) => (
      <span className={stale ? 'faint' : undefined}>
        <Price price={price} />
      </span>
    ),
    sort: ({ price }) => parseRate(price),
    align: 'money',
  },
  {
    id: 'day',
    header: '24 hours',
    text: ({ change24h }) => change24h ?? '',
    cell: ({ change24h }) => changeCell(change24h),
    sort: ({ change24h }) => toChangeSortKey(change24h),
    align: 'end',
  },
  {
    id: 'week',
    header: '7 days',
    text: ({ change7d }) => change7d ?? '',
    cell: ({ change7d }) => changeCell(change7d),
    sort: ({ change7d }) => toChangeSortKey(change7d),
    align: 'end',
    priority: 2,
  },
  {
    id: 'line',
    header: '7-day chart',
    hideHeader: true,
    text: () => '',
    cell: ({ symbol, change7d }) => (
      <Sparkline
        values={(lines.get(symbol) ?? []).map(Number)}
        rising={!(change7d ?? '').startsWith('-')}
      />
    ),
    sort: false,
    align: 'end',
    priority: 2,
  },
]

/** The instrument's name, and below it the feed and the time of its price. */
function Asset({ row }: { row: MarketRow }) {
  return (
    <span className={styles.asset}>
      <span>
        <b>{row.label}</b> <span className={styles.name}>{row.name}</span>{' '}
        {row.stale && <Tag tone="wait">Stale</Tag>}
      </span>
      <small className="meta faint">
        {row.source},{' '}
        <span className={styles.time}>
          <When at={row.at} />
        </span>
      </small>
    </span>
  )
}
