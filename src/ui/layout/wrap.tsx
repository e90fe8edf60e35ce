import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import styles from './wrap.module.css'

/** Renders the 1328 px column of public pages; `Section` puts one around its content. */
export function Wrap({ page, className, children }: WrapProps) {
  return <div className={joinClasses(styles.wrap, page && styles.page, className)}>{children}</div>
}

type WrapProps = {
  /** Adds space above and below, for content that fills a page. */
  page?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}
