import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import styles from './timeline.module.css'

export type TimelineStep = {
  title: ReactNode
  /** A time, or a realistic expectation of one. */
  note?: ReactNode
  state: 'done' | 'now' | 'todo' | 'failed'
}

const SPOKEN = { done: 'Done: ', now: 'Now: ', todo: 'Next: ', failed: 'Failed: ' }

/** Renders past and future steps from top to bottom. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol>
      {steps.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps only ever change in place
          key={index}
          data-progress={step.state}
          className={joinClasses(styles.step, styles[step.state])}
        >
          <b>
            <span className="visually-hidden">{SPOKEN[step.state]}</span>
            {step.title}
          </b>
          {step.note && <span>{step.note}</span>}
        </li>
      ))}
    </ol>
  )
}
