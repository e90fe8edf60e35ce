import type { ComponentProps } from 'react'
import styles from './text-button.module.css'

/** Renders a button that looks like a link in running text, for rare actions. */
export const TextButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" {...props} className={styles.text} />
)
