import { useQuery } from '@tanstack/react-query'
import { CandleChart } from '#ui/figures/candle-chart.tsx'
import { When } from '#ui/figures/when.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { marketCalls } from './calls.tsx'
import { CANDLE_COLUMNS, describeCandles } from './candle-columns.tsx'
import { countDecimals } from './price.tsx'
import styles from './price-action.module.css'

const CANDLES_POLL_MS = 5 * 60_000

export const RANGES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
] as const

export const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

type PriceDaysProps = { symbol: string; label: string; days: number; view: 'chart' | 'table' }

/** Displays daily prices as a chart or a table. */
export function PriceDays({ symbol, label, days, view }: PriceDaysProps) {
  const candlesQuery = marketCalls.candles.queryOptions({ input: { symbol, days } })
  const { data, isError, refetch } = useQuery({ ...candlesQuery, refetchInterval: CANDLES_POLL_MS })
  const priceHistory = data?.data

  if (!priceHistory)
    return (
      <div className={styles.inset}>
        {isError ? <ReadFailed onRetry={refetch} /> : <SkeletonLines lines={6} />}
      </div>
    )

  const sentence = describeCandles(label, priceHistory.candles)

  return (
    <>
      <div className={styles.inset}>
        <p>{sentence}</p>
        <p className="meta faint">
          {priceHistory.source}, <When at={priceHistory.at} />. Days in UTC; the current day isn’t
          complete.
          {isError && ' Prices couldn’t be refreshed. These are the last known ones.'}
        </p>
        {view === 'chart' && (
          <CandleChart
            candles={priceHistory.candles}
            label={sentence}
            decimals={countDecimals(priceHistory.candles[0]?.close ?? '.00')}
          />
        )}
      </div>
      {view === 'table' && (
        <DataTable
          caption={`${label} day by day`}
          columns={CANDLE_COLUMNS}
          rows={priceHistory.candles.toReversed()}
          rowKey={({ day }) => day}
          exportName={`${symbol}-days.csv`}
          dense
        />
      )}
    </>
  )
}
