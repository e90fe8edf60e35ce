import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { checkBold } from '../icons.ts'
import styles from './stepper.module.css'

export type Step = {
  label: string
  /** Address of a completed step. */
  to?: string | undefined
}

/**
 * Renders the position in a task of several pages; `current` counts from 1. Phones show 'Step 3 of
 * 4: send payment'.
 */
export function Stepper({ steps, current }: { steps: readonly Step[]; current: number }) {
  const label = steps[current - 1]?.label ?? ''
  return (
    <nav className={styles.nav} aria-label="Progress">
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <StepItem
            key={step.label}
            step={step}
            number={index + 1}
            current={current}
            count={steps.length}
          />
        ))}
      </ol>
      <p className={styles.phone} aria-hidden="true">
        Step {current} of {steps.length}: {label.charAt(0).toLowerCase() + label.slice(1)}
      </p>
    </nav>
  )
}

type ItemProps = { step: Step; number: number; current: number; count: number }

function StepItem({ step, number, current, count }: ItemProps) {
  if (number < current) {
    return (
      <li className={styles.done}>
        <Icon glyph={checkBold} />
        {step.to ? <Link to={step.to}>{step.label}</Link> : <span>{step.label}</span>}
        <span className="visually-hidden">done</span>
      </li>
    )
  }

  const now = number === current

  return (
    <li className={joinClasses(now && styles.now)} aria-current={now ? 'step' : undefined}>
      <span>{now ? `${number} of ${count}` : number}</span>
      <span>{step.label}</span>
    </li>
  )
}
