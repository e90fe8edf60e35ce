import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** What is said of the house itself, line by line below a rule. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
)

/** One line of a `<dl>`: what it is about, and what is so. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Says in the sandbox that nobody stands behind what is above it. */
export const SampleNote = ({ children }: { children: ReactNode }) => (
  <p className={styles.sample}>{children}</p>
)
