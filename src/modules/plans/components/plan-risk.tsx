import type { ReactNode } from 'react'
import { capitalise } from '#lib/capitalise.ts'
import { Callout } from '#ui/status/callout.tsx'
import styles from './plan-risk.module.css'

type Props = {
  /** The plan's text on its risk. */
  risk: string
  /** The warning for a target above the limit. */
  warning?: string | null | undefined
  /** 'sample figures, simulated money' */
  label?: string | null | undefined
  /** Further facts, such as the plan's worst month. */
  children?: ReactNode
}

/** Shows the risk and the warning next to a target return, in full text size. */
export function PlanRisk({ risk, warning, label, children }: Props) {
  return (
    <Callout>
      <div className={styles.words}>
        {warning && <b>{warning}</b>}
        <p>Risk: {risk}</p>
        {children}
        {label && <p>{capitalise(label)}.</p>}
      </div>
    </Callout>
  )
}
