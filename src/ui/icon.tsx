import { joinClasses } from './classes.ts'
import styles from './icon.module.css'

/** Renders an icon next to text; `glyph` is one of `#ui/icons.ts`. Its size is 1.25em. */
export function Icon({ glyph, className }: { glyph: string; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 256 256"
      className={joinClasses(styles.icon, className)}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <path d={glyph} />
    </svg>
  )
}
