import { lazy, Suspense } from 'react'
import { Skeleton } from '../status/skeleton.tsx'
import type { DailyCandle } from './candle-canvas.tsx'
import styles from './candle-chart.module.css'

const Canvas = lazy(() =>
  import('./candle-canvas.tsx').then(({ CandleCanvas }) => ({ default: CandleCanvas })),
)

type Props = {
  /** Oldest first, a day each. They only place points on the screen: rounding is no harm. */
  candles: readonly DailyCandle[]
  /** What the picture shows, in a sentence, for those who can't see it. */
  label: string
  /** Digits behind the point on the scale. */
  decimals?: number | undefined
}

/** Days as candles: hollow rose, filled fell. What draws them comes when it is first shown. */
export function CandleChart({ candles, label, decimals = 2 }: Props) {
  return (
    <figure className={styles.figure}>
      <div className={styles.frame} role="img" aria-label={label}>
        <Suspense fallback={<Skeleton width="full" tall />}>
          <Canvas candles={candles} decimals={decimals} />
        </Suspense>
      </div>
      <figcaption className={styles.credit}>
        Hollow rose, filled fell. TradingView Lightweight Charts™, Copyright © 2025 TradingView,
        Inc.{' '}
        <a
          href="https://www.tradingview.com/"
          rel="noopener noreferrer"
          target="_blank"
          className="link"
        >
          tradingview.com
        </a>
      </figcaption>
    </figure>
  )
}
