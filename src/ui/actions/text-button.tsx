import type { ComponentProps } from 'react'
import styles from './text-button.module.css'

/** An act that looks like a link in running text: for ways that are taken seldom. */
export const TextButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" {...props} className={styles.text} />
)
