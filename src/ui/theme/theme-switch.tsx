import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { moon, sun } from '../icons.ts'
import { THEME_KEY } from './theme-script.ts'
import styles from './theme-switch.module.css'

/** Turns to the other look. A choice that equals the system's is forgotten, so that the page follows it again. */
function turn() {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const now = root.dataset.theme ?? system
  const next = now === 'dark' ? 'light' : 'dark'
  if (next === system) delete root.dataset.theme
  else root.dataset.theme = next
  try {
    if (next === system) localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, next)
  } catch {
    // A browser that stores nothing still shows the choice on this page.
  }
}

/** Light or dark. Both icons are there and the stylesheet shows one, so nothing moves while the page wakes up. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  return (
    <button
      type="button"
      className={classes(styles.switch, className)}
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      onClick={turn}
    >
      <Icon glyph={moon} className={styles.moon} />
      <Icon glyph={sun} className={styles.sun} />
    </button>
  )
}
