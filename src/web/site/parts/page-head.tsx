import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** Renders heading and lead of a public page without a drawing. */
export const PageHead = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.lead}>{children}</p>
  </>
)
