import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import styles from './wrap.module.css'

/** The public pages' frame of 1328 px; `Section` puts one around its content. */
export function Wrap({ page, className, children }: WrapProps) {
  return <div className={joinClasses(styles.wrap, page && styles.page, className)}>{children}</div>
}

type WrapProps = {
  /** Stands alone on a page: room above and below. */
  page?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}
