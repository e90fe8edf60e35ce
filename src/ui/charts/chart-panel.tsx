import { type ReactNode, useState } from 'react'
import { Segmented } from '../actions/segmented.tsx'
import { Panel } from '../layout/panel.tsx'
import styles from './chart.module.css'

type Props = {
  title: string
  /** Controls that choose the period. */
  span?: ReactNode
  /** A sentence that states what the chart shows. */
  sentence: ReactNode
  chart: ReactNode
  /** The exact amounts as a table. */
  table: ReactNode
  /** Links to further pages. */
  more?: ReactNode
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/** Renders a chart with a sentence that states what it shows, and the same amounts as a table. */
export function ChartPanel({ title, span, sentence, chart, table, more }: Props) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <Panel
      title={title}
      flush
      aside={
        <div className={styles.choices}>
          {span}
          <Segmented label={`${title} as`} options={VIEWS} value={view} onChange={setView} />
        </div>
      }
    >
      <figure className={styles.figure}>
        {view === 'chart' ? <div className={styles.chart}>{chart}</div> : table}
        <figcaption className={styles.sentence}>
          <p>{sentence}</p>
          {more}
        </figcaption>
      </figure>
    </Panel>
  )
}
