import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segmented } from '#ui/actions/segmented.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { marketCalls } from './calls.tsx'
import styles from './price-action.module.css'
import { PriceDays, RANGES, VIEWS } from './price-days.tsx'

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
      aside={<Segmented label="View" options={VIEWS} value={view} onChange={setView} />}
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
