import { type ReactNode, useState } from 'react'
import { Segmented } from '../actions/segmented.tsx'
import { Panel } from '../layout/panel.tsx'
import styles from './chart.module.css'

type Props = {
  title: string
  /** Which span it shows, such as buttons to choose it. */
  span?: ReactNode
  /** What the chart shows, in words. */
  sentence: ReactNode
  chart: ReactNode
  /** The same figures, exactly. */
  table: ReactNode
  /** Where it leads further. */
  more?: ReactNode
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/**
 * A chart with a sentence that says what it shows, and its figures as a table for whoever prefers
 * to read them.
 */
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
