import { useQuery } from '@tanstack/react-query'
import { Figure } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { marketCalls } from './calls.tsx'
import styles from './ticker.module.css'

const AGAIN_MS = 60_000

/** The last prices side by side, with the feed that gave them and the time they are of. */
export function Ticker() {
  const { data, isError } = useQuery({ ...marketCalls.prices.queryOptions(), refetchInterval: AGAIN_MS })
  const prices = data?.data ?? []
  const [first] = prices
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls sideways has to be reachable by keyboard
    <ul className={styles.ticker} aria-label="Market prices in US dollars" tabIndex={0}>
      {!data && !isError && (
        <li>
          <Skeleton width="short" />
        </li>
      )}
      {prices.map((price) => (
        <li key={price.coin}>
          <b>{price.coin}</b>
          <Figure amount={price.rate} />
        </li>
      ))}
      <li>
        {first ? (
          <span>
            {first.source}, <When at={first.at} />
          </span>
        ) : (
          (data || isError) && 'No current prices'
        )}
      </li>
    </ul>
  )
}
