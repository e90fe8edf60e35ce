import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toHundredths } from '#lib/percentages.ts'
import { Segmented } from '#ui/actions/segmented.tsx'
import { CandleChart } from '#ui/figures/candle-chart.tsx'
import { Change } from '#ui/figures/change.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { DayOf, formatCalendarDay, When } from '#ui/figures/when.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { formatChange, parseRate } from '../model.ts'
import { marketCalls } from './calls.tsx'
import styles from './price-action.module.css'

const POLL_MS = 5 * 60_000

const RANGES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
] as const
const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

type Days = Awaited<ReturnType<typeof marketCalls.candles.call>>['data']
type Candle = Days['candles'][number]

/** The daily prices of an instrument as candles or a table, with a summary in a sentence. */
export function PriceAction() {
  const [symbol, setSymbol] = useState('BTC')
  const [range, setRange] = useState<(typeof RANGES)[number]['value']>('90')
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('chart')
  const instruments = useQuery(marketCalls.list.queryOptions())
  const options = instruments.data?.data.map((one) => ({
    value: one.symbol,
    label: `${one.label}, ${one.name}`,
  }))
  const label = instruments.data?.data.find((one) => one.symbol === symbol)?.label ?? symbol

  return (
    <Panel
      title="Market price action"
      aside={<Segmented label="Shown as" options={VIEWS} value={view} onChange={setView} />}
      flush
    >
      <div className={styles.tools}>
        <SelectField
          label="Asset"
          name="asset"
          options={options ?? [{ value: symbol, label: symbol }]}
          value={symbol}
          onChange={(event) => setSymbol(event.target.value)}
        />
        <Segmented label="Range" options={RANGES} value={range} onChange={setRange} />
      </div>
      <PriceDays symbol={symbol} label={label} days={Number(range)} view={view} />
    </Panel>
  )
}

type PriceDaysProps = { symbol: string; label: string; days: number; view: 'chart' | 'table' }

function PriceDays({ symbol, label, days, view }: PriceDaysProps) {
  const candlesQuery = marketCalls.candles.queryOptions({ input: { symbol, days } })
  const { data, isError, refetch } = useQuery({ ...candlesQuery, refetchInterval: POLL_MS })
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
          {priceHistory.source}, <When at={priceHistory.at} />. Days in UTC; the last one isn't
          over.
          {isError && ' They could not be read again; these are the last ones we had.'}
        </p>
        {view === 'chart' && (
          <CandleChart
            candles={priceHistory.candles}
            label={sentence}
            decimals={countDecimals(priceHistory.candles)}
          />
        )}
      </div>
      {view === 'table' && (
        <DataTable
          caption={`${label} day by day`}
          columns={COLUMNS}
          rows={priceHistory.candles.toReversed()}
          rowKey={({ day }) => day}
          exportName={`${symbol}-days.csv`}
          dense
        />
      )}
    </>
  )
}

const formatCandleChange = ({ open, close }: Candle) =>
  formatChange(parseRate(open), parseRate(close))

const buildFigureColumn = (
  id: 'open' | 'high' | 'low' | 'close',
  header: string,
  priority: 1 | 2,
): Column<Candle> => ({
  id,
  header,
  priority,
  text: (candle) => candle[id],
  cell: (candle) => <Figure amount={candle[id]} />,
  sort: (candle) => parseRate(candle[id]),
  align: 'end',
})

const COLUMNS: readonly Column<Candle>[] = [
  { id: 'day', header: 'Day', text: ({ day }) => day, cell: ({ day }) => <DayOf day={day} /> },
  buildFigureColumn('open', 'Open', 2),
  buildFigureColumn('high', 'High', 2),
  buildFigureColumn('low', 'Low', 2),
  buildFigureColumn('close', 'Close', 1),
  {
    id: 'change',
    header: 'Change',
    text: formatCandleChange,
    cell: (candle) => <Change percent={formatCandleChange(candle)} />,
    sort: (candle) => toHundredths(formatCandleChange(candle)),
    align: 'end',
  },
]

/** Returns the number of decimals that the prices have. */
const countDecimals = (candles: readonly Candle[]) =>
  Math.max(...candles.map(({ close }) => close.length - close.indexOf('.') - 1))

/** Describes the last price, its distance from the first, and the extremes between. */
function describeCandles(label: string, candles: readonly Candle[]): string {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return `There are no prices of ${label}.`

  const change = formatChange(parseRate(first.open), parseRate(last.close))
  const moved = change.startsWith('-') ? `${change.slice(1)}% below` : `${change}% above`
  const top = candles.reduce((max, one) => (parseRate(one.high) > parseRate(max.high) ? one : max))
  const bottom = candles.reduce((min, one) => (parseRate(one.low) < parseRate(min.low) ? one : min))

  return (
    `${label} stood at $${groupThousands(last.close)} on ${formatCalendarDay(last.day)}, ` +
    `${moved} where it began on ${formatCalendarDay(first.day)}. ` +
    `It was highest at $${groupThousands(top.high)} on ` +
    `${formatCalendarDay(top.day)} and lowest at $${groupThousands(bottom.low)} on ` +
    `${formatCalendarDay(bottom.day)}.`
  )
}

const groupThousands = (text: string) =>
  text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
