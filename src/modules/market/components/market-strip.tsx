import { TextLink } from '#ui/actions/text-link.tsx'
import { Change } from '#ui/figures/change.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { listSources, type MarketRow, useMarket } from './live-market.tsx'
import { Price } from './price.tsx'

const SHOWN = 5

const COLUMNS: readonly Column<MarketRow>[] = [
  {
    id: 'asset',
    header: 'Asset',
    text: ({ label, name }) => `${label} ${name}`,
    cell: ({ label, name, stale }) => (
      <>
        <b>{label}</b> <span className="muted">{name}</span> {stale && <Tag tone="wait">Stale</Tag>}
      </>
    ),
    sort: false,
  },
  {
    id: 'day',
    header: '24 hours',
    text: ({ change24h }) => change24h ?? '',
    cell: ({ change24h }) =>
      change24h === null ? (
        <span className="faint">Unavailable</span>
      ) : (
        <Change percent={change24h} />
      ),
    sort: false,
    align: 'end',
  },
  {
    id: 'price',
    header: 'Price, USD',
    text: ({ price }) => price,
    cell: ({ price }) => <Price price={price} />,
    sort: false,
    align: 'money',
  },
]

/** The first market prices, with one source and time for all of them. */
export function MarketStrip() {
  const { data, isError, refetch } = useMarket()
  const rows = data?.data.slice(0, SHOWN)

  return (
    <Panel
      title="Markets"
      aside={<TextLink to="/dashboard/markets">All markets</TextLink>}
      flush
      foot={rows && rows.length > 0 && <Sources rows={rows} />}
    >
      <DataTable
        caption="Market prices"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ symbol }) => symbol}
        failed={isError && !rows}
        onRetry={() => void refetch()}
        empty="No prices are available right now. Retrying."
        dense
        plain
      />
    </Panel>
  )
}

const Sources = ({ rows }: { rows: readonly MarketRow[] }) => (
  <span className="meta">
    {listSources(rows).map(({ source, at }) => (
      <span key={source}>
        {source}, <When at={at} />.{' '}
      </span>
    ))}
    {rows.some(({ simulated }) => simulated)
      ? 'Simulated prices, not real market data.'
      : 'Indicative prices. Your quote sets the actual rate.'}
  </span>
)
