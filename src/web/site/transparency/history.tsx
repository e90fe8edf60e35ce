import { formatAmount, formatUsd } from '#lib/money.ts'
import { computeCoverage, type DailyFigures, type PlaceOnDay } from '#modules/transparency/model.ts'
import { CalendarDay } from '#ui/figures/when.tsx'
import { formatPlace } from './held-places.tsx'
import styles from './history.module.css'
import { type Line, LineChart } from './line-chart.tsx'

/** Displays what the log recorded of each day: as lines, and as a table. */
export function History({ days }: { days: readonly DailyFigures[] }) {
  const [first] = days
  if (!first || days.length < 2)
    return (
      <p className={styles.empty}>
        The log records these figures once a day. The charts start on the second day.
      </p>
    )

  const perDollar = days.map(({ held, owed }) => computeCoverage(held, owed))
  return (
    <div className={styles.charts} data-source="openBooks">
      <p>
        Figures from <CalendarDay day={first.day} /> on. Each is in an entry of the public log,
        which was signed on its day and can’t be changed later.
      </p>
      <div className={styles.grid}>
        <LineChart
          title="Member balances and assets held"
          days={days}
          format={formatUsd}
          lines={[
            { label: 'Assets held', values: days.map(({ held }) => held) },
            { label: 'Member balances', values: days.map(({ owed }) => owed) },
          ]}
        />
        <LineChart
          title="Assets per $1.00 owed"
          days={days}
          format={formatUsd}
          lines={[{ label: 'Assets per $1.00', values: perDollar }]}
        />
        {listPlaces(days).map(({ place, currency }) => (
          <LineChart
            key={`${place} ${currency}`}
            title={formatPlace(place, currency)}
            days={days}
            format={(units) => formatUnits(units, currency)}
            lines={listPlaceLines(days, place, currency)}
          />
        ))}
        {days.some(({ witnesses }) => witnesses && witnesses.named > 0) && (
          <LineChart
            title="Witnesses of the log"
            days={days}
            format={String}
            lines={[
              { label: 'Cosigned', values: days.map((day) => toCount(day.witnesses?.cosigned)) },
              { label: 'Named', values: days.map((day) => toCount(day.witnesses?.named)) },
            ]}
          />
        )}
      </div>
    </div>
  )
}

const toCount = (count: number | undefined) => (count === undefined ? null : BigInt(count))

const formatUnits = (units: bigint, currency: PlaceOnDay['currency']) =>
  currency === 'USD' ? formatUsd(units) : `${formatAmount(units, currency)} ${currency}`

/** Lists the places that held something on one of the days. */
const listPlaces = (days: readonly DailyFigures[]): PlaceOnDay[] => [
  ...new Map(
    days
      .flatMap(({ places }) => places)
      .filter(({ ledger, outside }) => ledger !== 0n || outside)
      .map((one) => [`${one.place} ${one.currency}`, one]),
  ).values(),
]

function listPlaceLines(
  days: readonly DailyFigures[],
  place: string,
  currency: PlaceOnDay['currency'],
): Line[] {
  const own = days.map(({ places }) =>
    places.find((one) => one.place === place && one.currency === currency),
  )
  return [
    { label: 'External balance', values: own.map((one) => one?.outside ?? null) },
    { label: 'Ledger', values: own.map((one) => one?.ledger ?? null) },
  ]
}
