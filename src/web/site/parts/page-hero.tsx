import { type ReactNode, useState } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Engraving, type SceneName } from '#ui/art/engraving.tsx'
import { pause, play } from '#ui/icons.ts'
import { Wrap } from '#ui/layout/site-frame.tsx'
import styles from './page-hero.module.css'

type Props = { title: string; lead: ReactNode; scene: SceneName; aside?: ReactNode; children?: ReactNode }

/** The first thing on a public page below the home page: words on the left, a drawing of its own on the right. */
export function PageHero({ title, lead, scene, aside, children }: Props) {
  const [paused, setPaused] = useState(false)
  return (
    <section className={styles.hero}>
      <div className={styles.media}>
        <Engraving scene={scene} paused={paused} className={styles.canvas} />
        <IconButton
          glyph={paused ? play : pause}
          label={paused ? 'Play the drawing' : 'Pause the drawing'}
          className={styles.pause}
          onClick={() => setPaused(!paused)}
        />
      </div>
      <Wrap className={styles.wrap}>
        <div className={styles.copy}>
          {aside}
          <h1>{title}</h1>
          <p>{lead}</p>
          {children}
        </div>
      </Wrap>
    </section>
  )
}
