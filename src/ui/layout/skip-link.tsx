import styles from './skip-link.module.css'

/** The first thing the Tab key reaches: past the navigation to `<main id="main">`. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      Skip to content
    </a>
  )
}
