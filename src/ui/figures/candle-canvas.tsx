import { CandlestickSeries, ColorType, createChart } from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import styles from './candle-chart.module.css'

/** The prices of one day as exact decimal texts. */
export type DailyCandle = { day: string; open: string; high: string; low: string; close: string }

/** Returns the page's current colours and fonts for the chart. */
function readChartTheme(element: HTMLElement) {
  const style = getComputedStyle(element)
  const readToken = (name: string) => style.getPropertyValue(name).trim()
  const chart = {
    layout: {
      background: { type: ColorType.Solid, color: readToken('--surface') },
      textColor: readToken('--ink-3'),
      fontFamily: style.fontFamily,
      fontSize: 12,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: readToken('--rule') } },
    rightPriceScale: { borderColor: readToken('--rule') },
    timeScale: { borderColor: readToken('--rule') },
    crosshair: {
      vertLine: { color: readToken('--rule-strong'), labelBackgroundColor: readToken('--deep') },
      horzLine: { color: readToken('--rule-strong'), labelBackgroundColor: readToken('--deep') },
    },
  }

  /** Hollow candles rose, filled candles fell, so that colour is not the only sign. */
  const series = {
    upColor: readToken('--surface'),
    borderUpColor: readToken('--gain'),
    wickUpColor: readToken('--gain'),
    downColor: readToken('--loss'),
    borderDownColor: readToken('--loss'),
    wickDownColor: readToken('--loss'),
  }

  return { chart, series }
}

const createPriceFormatter = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format

/**
 * Draws the candles in the page's colours and follows theme changes. It neither scrolls nor zooms:
 * the range is chosen outside.
 */
export function CandleCanvas({
  candles,
  decimals,
}: {
  candles: readonly DailyCandle[]
  decimals: number
}) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return

    const chartTheme = readChartTheme(element)
    const chart = createChart(element, {
      ...chartTheme.chart,
      autoSize: true,
      handleScroll: false,
      handleScale: false,
      localization: {
        locale: 'en-GB',
        dateFormat: 'd MMM yyyy',
        priceFormatter: createPriceFormatter(decimals),
      },
    })

    const series = chart.addSeries(CandlestickSeries, {
      ...chartTheme.series,
      priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
      lastValueVisible: false,
      priceLineVisible: false,
    })

    series.setData(
      candles.map(({ day, open, high, low, close }) => ({
        time: day,
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
      })),
    )

    chart.timeScale().fitContent()

    const paint = () => {
      const next = readChartTheme(element)
      chart.applyOptions(next.chart)
      series.applyOptions(next.series)
    }

    const theme = new MutationObserver(paint)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })

    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', paint)

    return () => {
      system.removeEventListener('change', paint)
      theme.disconnect()
      chart.remove()
    }
  }, [candles, decimals])

  return <div ref={frame} className={styles.canvas} />
}
