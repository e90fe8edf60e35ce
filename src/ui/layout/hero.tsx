import { type ReactNode, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { Engraving } from '../art/engraving.tsx'
import { pause, play } from '../icons.ts'
import styles from './hero.module.css'

type Props = {
  title: ReactNode
  lead: ReactNode
  /** Buttons, the filled one first. */
  actions: ReactNode
}

/** The first thing on a public page: the largest words there are, and the open ledger beside them. */
export function Hero({ title, lead, actions }: Props) {
  const [paused, setPaused] = useState(false)
  return (
    <section className={styles.hero}>
      <div className={styles.wrap}>
        <div className={styles.copy}>
          <h1>{title}</h1>
          <p>{lead}</p>
          <div className={styles.actions}>{actions}</div>
        </div>
      </div>
      <div className={styles.media}>
        <Engraving scene="book" paused={paused} className={styles.canvas} />
        <IconButton
          glyph={paused ? play : pause}
          label={paused ? 'Play the drawing' : 'Pause the drawing'}
          className={styles.pause}
          onClick={() => setPaused(!paused)}
        />
      </div>
    </section>
  )
}
