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
import { changeText, readRate } from '../model.ts'
import { marketCalls } from './calls.tsx'
import styles from './price-action.module.css'

const AGAIN_MS = 5 * 60_000

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

/** Day by day what a price did: candles, the same as a table, and the sum of it in a sentence. */
export function PriceAction() {
  const [symbol, setSymbol] = useState('BTC')
  const [range, setRange] = useState<(typeof RANGES)[number]['value']>('90')
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('chart')
  const listed = useQuery(marketCalls.list.queryOptions())
  const options = listed.data?.data.map((one) => ({
    value: one.symbol,
    label: `${one.label}, ${one.name}`,
  }))
  const label = listed.data?.data.find((one) => one.symbol === symbol)?.label ?? symbol

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
      <DaysOf symbol={symbol} label={label} days={Number(range)} view={view} />
    </Panel>
  )
}

type PriceDaysProps = { symbol: string; label: string; days: number; view: 'chart' | 'table' }

function DaysOf({ symbol, label, days, view }: PriceDaysProps) {
  const candlesQuery = marketCalls.candles.queryOptions({ input: { symbol, days } })
  const { data, isError, refetch } = useQuery({ ...candlesQuery, refetchInterval: AGAIN_MS })
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

const formatCandleChange = ({ open, close }: Candle) => changeText(readRate(open), readRate(close))

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
  sort: (candle) => readRate(candle[id]),
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

/** As many digits as the prices themselves have. */
const countDecimals = (candles: readonly Candle[]) =>
  Math.max(...candles.map(({ close }) => close.length - close.indexOf('.') - 1))

/** The course in words: where it ended, how far from where it began, and its ends between. */
function describeCandles(label: string, candles: readonly Candle[]): string {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return `Nothing is told of ${label}.`

  const change = changeText(readRate(first.open), readRate(last.close))
  const moved = change.startsWith('-') ? `${change.slice(1)}% below` : `${change}% above`
  const top = candles.reduce((most, one) => (readRate(one.high) > readRate(most.high) ? one : most))
  const bottom = candles.reduce((least, one) =>
    readRate(one.low) < readRate(least.low) ? one : least,
  )

  return `${label} stood at $${groupThousands(last.close)} on ${formatCalendarDay(last.day)}, ${moved} where it
    began on ${formatCalendarDay(first.day)}. It was highest at $${groupThousands(top.high)} on
    ${formatCalendarDay(top.day)} and lowest at $${groupThousands(bottom.low)} on ${formatCalendarDay(bottom.day)}.`
}

const groupThousands = (text: string) =>
  text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
