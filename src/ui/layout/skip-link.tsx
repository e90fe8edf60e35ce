import styles from './skip-link.module.css'

/** Renders the first focusable link: past the navigation to `<main id="main">`. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      Skip to content
    </a>
  )
}
