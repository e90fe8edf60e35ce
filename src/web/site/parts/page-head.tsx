import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** The beginning of a public page that has no drawing: its heading and what it is for. */
export const PageHead = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.lead}>{children}</p>
  </>
)
