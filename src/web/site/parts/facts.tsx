import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Renders facts about the operator, line by line below a rule. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
)

/** Renders one line of a `<dl>`. */
export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Marks sample content in the sandbox. */
export const SampleNote = ({ children }: { children: ReactNode }) => (
  <p className={styles.sample}>{children}</p>
)
