import { toHundredths } from '#lib/percentages.ts'
import { Change } from '#ui/figures/change.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { formatChange, parseRate } from '../model.ts'
import type { marketCalls } from './calls.tsx'
import { Price } from './price.tsx'

type Days = Awaited<ReturnType<typeof marketCalls.candles.call>>['data']
type Candle = Days['candles'][number]

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
  cell: (candle) => <Price price={candle[id]} />,
  sort: (candle) => parseRate(candle[id]),
  align: 'end',
})

/** The columns of the table of daily prices. */
export const CANDLE_COLUMNS: readonly Column<Candle>[] = [
  {
    id: 'day',
    header: 'Day',
    text: ({ day }) => day,
    cell: ({ day }) => <CalendarDay day={day} />,
  },
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

/** Describes the last price, its distance from the first, and the extremes between. */
export function describeCandles(label: string, candles: readonly Candle[]): string {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return `No prices for ${label}.`

  const change = formatChange(parseRate(first.open), parseRate(last.close))
  const moved = change.startsWith('-') ? `down ${change.slice(1)}%` : `up ${change}%`
  const top = candles.reduce((max, one) => (parseRate(one.high) > parseRate(max.high) ? one : max))
  const bottom = candles.reduce((min, one) => (parseRate(one.low) < parseRate(min.low) ? one : min))

  return (
    `${label} was at $${groupThousands(last.close)} on ${formatCalendarDay(last.day)}, ` +
    `${moved} since ${formatCalendarDay(first.day)}. ` +
    `High: $${groupThousands(top.high)} on ` +
    `${formatCalendarDay(top.day)}. Low: $${groupThousands(bottom.low)} on ` +
    `${formatCalendarDay(bottom.day)}.`
  )
}

const groupThousands = (text: string) =>
  text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
