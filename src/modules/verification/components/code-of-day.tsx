import { CalendarDay } from '#ui/figures/when.tsx'
import styles from './code-of-day.module.css'

const HALF = 3

/** Shows the code that the photo has to show, with its day. */
export const CodeOfDay = ({ code, day }: { code: string; day: string }) => (
  <div className={styles.code}>
    <p className={styles.label}>
      Your code of <CalendarDay day={day} />
    </p>
    <p className={styles.digits}>
      {code.slice(0, HALF)} {code.slice(HALF)}
    </p>
    <p className={styles.label}>
      Write it on paper by hand. Take the photo today or tomorrow: after that you get a new code.
    </p>
  </div>
)
