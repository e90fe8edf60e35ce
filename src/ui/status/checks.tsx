import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { checkCircleFill, question, warningFill } from '../icons.ts'
import styles from './checks.module.css'

type CheckLine = {
  what: ReactNode
  /** `ok`: nothing to do; `review`: needs a review; `none`: there is no such evidence. */
  verdict: 'ok' | 'review' | 'none'
  evidence?: ReactNode
}

const GLYPHS = { ok: checkCircleFill, review: warningFill, none: question }
const SPOKEN = { ok: 'OK: ', review: 'Review: ', none: 'Not available: ' }

/** Renders a list of checks, each with its evidence. */
export function Checks({ checks }: { checks: readonly CheckLine[] }) {
  return (
    <ul className={styles.checks}>
      {checks.map(({ what, verdict, evidence }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: checks only ever change in place
        <li key={index} className={styles[verdict]}>
          <Icon glyph={GLYPHS[verdict]} />
          <span>
            <span className="visually-hidden">{SPOKEN[verdict]}</span>
            {what}
          </span>
          {evidence && <span className={styles.evidence}>{evidence}</span>}
        </li>
      ))}
    </ul>
  )
}
