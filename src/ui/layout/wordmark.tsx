import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import styles from './wordmark.module.css'

type Props = {
  name: string
  to?: string | undefined
  className?: string | undefined
  size?: 'md' | 'lg'
}

/** Renders the operator's name over the accountant's double rule. Any name works. */
export function Wordmark({ name, to = '/', className, size = 'md' }: Props) {
  return (
    <Link to={to} className={joinClasses(styles.brand, size === 'lg' && styles.large, className)}>
      {name}
    </Link>
  )
}
