import { lazy, Suspense } from 'react'
import { Skeleton } from '../status/skeleton.tsx'
import type { DailyCandle } from './candle-canvas.tsx'
import styles from './candle-chart.module.css'

const Canvas = lazy(() =>
  import('./candle-canvas.tsx').then(({ CandleCanvas }) => ({ default: CandleCanvas })),
)

type Props = {
  /** One a day, oldest first. They only place points on the screen, so rounding is harmless. */
  candles: readonly DailyCandle[]
  /** A sentence that describes the picture for screen readers. */
  label: string
  /** Decimals on the price scale. */
  decimals?: number | undefined
}

/**
 * Renders days as candles: hollow rose, filled fell. The chart library loads when it is first
 * shown.
 */
export function CandleChart({ candles, label, decimals = 2 }: Props) {
  return (
    <figure className={styles.figure}>
      <div className={styles.frame} role="img" aria-label={label}>
        <Suspense fallback={<Skeleton width="full" tall />}>
          <Canvas candles={candles} decimals={decimals} />
        </Suspense>
      </div>
      <figcaption className={styles.credit}>
        Hollow: up. Filled: down. TradingView Lightweight Charts™, Copyright © 2025 TradingView,
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
