import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { toHundredths } from '#lib/percentages.ts'
import { Segmented } from '#ui/actions/segmented.tsx'
import { Change } from '#ui/figures/change.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { Sparkline } from '#ui/figures/sparkline.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { parseRate } from '../model.ts'
import { marketCalls } from './calls.tsx'
import { type MarketRow, useMarket } from './live-market.tsx'
import styles from './screener.module.css'

const SOON_MS = 10_000
const LATER_MS = 10 * 60_000
const KIND = 'market-kind'

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'crypto', label: 'Crypto' },
  { value: 'metal', label: 'Metals' },
  { value: 'forex', label: 'Forex' },
] as const
type Kind = (typeof KINDS)[number]['value']

/**
 * Returns the seven-day lines by symbol; polls sooner while the server is still collecting them.
 */
function useLines(): ReadonlyMap<string, readonly string[]> {
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
  change === null ? <span className="faint">Not known</span> : <Change percent={change} />

const buildColumns = (
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
        <Figure amount={price} />
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
    header: 'Line of 7 days',
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

/** A table of all instruments to search and sort; it stays available while a feed is down. */
export function Screener() {
  const { data, isError, refetch } = useMarket()
  const [params, setParams] = useSearchParams()
  const state = useUrlTableState('market-')
  const lines = useLines()
  const kind = KINDS.find(({ value }) => value === params.get(KIND))?.value ?? 'all'
  const rows = data?.data
  const choose = (next: Kind) =>
    setParams((now) => setKindParam(now, next), { replace: true, preventScrollReset: true })

  return (
    <Panel title="Markets" flush foot={rows && <Foot rows={rows} />}>
      {isError && rows && (
        <Callout live inPanel>
          Prices could not be read again. These are the last ones we had; we are retrying.
        </Callout>
      )}
      <DataTable
        {...state}
        caption="Market prices"
        columns={buildColumns(lines)}
        rows={rows?.filter((row) => kind === 'all' || row.kind === kind)}
        rowKey={({ symbol }) => symbol}
        failed={isError}
        onRetry={refetch}
        empty={rows?.length === 0 ? 'No feed answers at the moment. We are retrying.' : undefined}
        tools={<Segmented label="Kind of asset" options={KINDS} value={kind} onChange={choose} />}
      />
    </Panel>
  )
}

function setKindParam(params: URLSearchParams, kind: Kind): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('market-page')
  if (kind === 'all') next.delete(KIND)
  else next.set(KIND, kind)
  return next
}

/** States what the prices are and where they come from. */
function Foot({ rows }: { rows: readonly MarketRow[] }) {
  if (rows.some(({ simulated }) => simulated))
    return (
      <span className="meta">
        These prices are simulated: they are made by the sandbox and follow no market.
      </span>
    )

  return (
    <span className="meta">
      Prices for information. Your quote shows the rate that applies to a payment.
      {rows.some(({ source }) => source === 'CoinGecko') && (
        <>
          {' '}
          <a
            className="link"
            href="https://www.coingecko.com"
            rel="noopener noreferrer"
            target="_blank"
          >
            Data by CoinGecko
          </a>
        </>
      )}
    </span>
  )
}
