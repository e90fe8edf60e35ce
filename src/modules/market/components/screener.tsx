import { useSearchParams } from 'react-router'
import { Segmented } from '#ui/actions/segmented.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { type MarketRow, useMarket } from './live-market.tsx'
import {
  ASSET_KINDS,
  buildScreenerColumns,
  KIND_PARAM,
  type Kind,
  useLines,
} from './screener-columns.tsx'

/** A table of all instruments to search and sort; it stays available while a feed is down. */
export function Screener() {
  const { data, isError, refetch } = useMarket()
  const [params, setParams] = useSearchParams()
  const state = useUrlTableState('market-')
  const lines = useLines()
  const kind = ASSET_KINDS.find(({ value }) => value === params.get(KIND_PARAM))?.value ?? 'all'
  const rows = data?.data
  const choose = (next: Kind) =>
    setParams((now) => setKindParam(now, next), { replace: true, preventScrollReset: true })

  return (
    <Panel title="Markets" flush foot={rows && <Foot rows={rows} />}>
      {isError && rows && (
        <Callout live inPanel>
          Prices couldn’t be refreshed. Showing the last known prices; retrying.
        </Callout>
      )}
      <DataTable
        {...state}
        caption="Market prices"
        columns={buildScreenerColumns(lines)}
        rows={rows?.filter((row) => kind === 'all' || row.kind === kind)}
        rowKey={({ symbol }) => symbol}
        failed={isError}
        onRetry={refetch}
        empty={rows?.length === 0 ? 'No prices are available right now. Retrying.' : undefined}
        tools={
          <Segmented label="Asset type" options={ASSET_KINDS} value={kind} onChange={choose} />
        }
      />
    </Panel>
  )
}

function setKindParam(params: URLSearchParams, kind: Kind): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('market-page')
  if (kind === 'all') next.delete(KIND_PARAM)
  else next.set(KIND_PARAM, kind)
  return next
}

/** States what the prices are and where they come from. */
function Foot({ rows }: { rows: readonly MarketRow[] }) {
  if (rows.some(({ simulated }) => simulated))
    return <span className="meta">Simulated prices, not real market data.</span>

  return (
    <span className="meta">
      Indicative prices. Your quote sets the actual rate.
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
