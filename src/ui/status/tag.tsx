import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { checkBold, clockBold, hourglassBold, infoBold, xBold } from '../icons.ts'
import styles from './tag.module.css'

/**
 * `ok` = done (blue), `wait` = waiting (ochre), `bad` = rejected (red), `progress` = under way
 * (outlined), `neutral` = a plain mark.
 */
export type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'progress' | 'neutral'

const GLYPHS: Partial<Record<Tone, string>> = {
  ok: checkBold,
  wait: clockBold,
  bad: xBold,
  info: infoBold,
  progress: hourglassBold,
}

type Props = { tone: Tone; icon?: string | undefined; children: ReactNode }

/** Renders a status in one or two words, with icon and tint. */
export function Tag({ tone, icon = GLYPHS[tone], children }: Props) {
  return (
    <span className={joinClasses(styles.tag, styles[tone])}>
      {icon && <Icon glyph={icon} />}
      {children}
    </span>
  )
}
