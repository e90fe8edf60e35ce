import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { pause, play } from '../icons.ts'
import icon from './icon-button.module.css'
import styles from './pause-button.module.css'

type Props = { what: string; outlined?: boolean; className?: string | undefined }

/** Renders the button that pauses and resumes 'slides' or a 'drawing'; `enhance/` handles it. */
export const PauseButton = ({ what, outlined, className }: Props) => (
  <button
    type="button"
    className={joinClasses(icon.button, outlined && icon.outlined, styles.button, className)}
    aria-label={`Pause the ${what}`}
    title={`Pause the ${what}`}
    data-pause={`Pause the ${what}`}
    data-play={`Play the ${what}`}
  >
    <Icon glyph={pause} className={styles.pause} />
    <Icon glyph={play} className={styles.play} />
  </button>
)
