import { Change } from '#ui/figures/change.tsx'
import { When } from '#ui/figures/when.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { listSources, type MarketRow, useMarket } from './live-market.tsx'
import { Price } from './price.tsx'
import styles from './ticker.module.css'

const SYMBOLS = ['BTC', 'ETH', 'USDT', 'XAU', 'EUR']

/** The last prices in a row, with their feeds and times. Nothing in it moves by itself. */
export function Ticker() {
  const { data, isError } = useMarket()
  const rows = data?.data.filter(({ symbol }) => SYMBOLS.includes(symbol)) ?? []

  return (
    <ul
      className={styles.ticker}
      aria-label="Market prices in US dollars"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling strip needs the keyboard
      tabIndex={0}
    >
      {!data && !isError && (
        <li>
          <Skeleton width="short" />
        </li>
      )}
      {rows.map((row) => (
        <Item key={row.symbol} row={row} />
      ))}
      {(data || isError) && (
        <li>
          {rows.length === 0
            ? 'No current prices'
            : listSources(rows).map(({ source, at }) => (
                <span key={source}>
                  {source}, <When at={at} />
                </span>
              ))}
        </li>
      )}
    </ul>
  )
}

function Item({ row }: { row: MarketRow }) {
  return (
    <li>
      <b>{row.label}</b>
      <Price price={row.price} />
      {row.stale ? (
        <Tag tone="wait">Stale</Tag>
      ) : (
        row.change24h && (
          <span title="Over 24 hours">
            <Change percent={row.change24h} />
          </span>
        )
      )}
    </li>
  )
}
