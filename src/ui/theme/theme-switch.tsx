import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { moon, sun } from '../icons.ts'
import styles from './theme-switch.module.css'
import { turnTheme } from './turn-theme.ts'

/**
 * Renders the switch between light and dark. The stylesheet shows one of its two icons, so nothing
 * moves during hydration.
 */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  return (
    <button
      type="button"
      className={joinClasses(styles.switch, className)}
      aria-label="Switch between light and dark mode"
      title="Switch between light and dark mode"
      data-theme-switch=""
      onClick={turnTheme}
    >
      <Icon glyph={moon} className={styles.moon} />
      <Icon glyph={sun} className={styles.sun} />
    </button>
  )
}
