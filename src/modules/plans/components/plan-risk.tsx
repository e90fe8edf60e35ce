import type { ReactNode } from 'react'
import { Callout } from '#ui/status/callout.tsx'
import styles from './plan-risk.module.css'

type Props = {
  /** The plan's own words on its risk. */
  risk: string
  /** Where the target is out of the ordinary. */
  warning?: string | null | undefined
  /** 'sample figures, simulated money' */
  label?: string | null | undefined
  /** What else stands there, such as the plan's worst month. */
  children?: ReactNode
}

/** What stands beside every target return, in type as large as the text. */
export function PlanRisk({ risk, warning, label, children }: Props) {
  return (
    <Callout>
      <div className={styles.words}>
        {warning && <b>{warning}</b>}
        <p>Risk: {risk}</p>
        {children}
        {label && <p>{label.charAt(0).toUpperCase() + label.slice(1)}.</p>}
      </div>
    </Callout>
  )
}
