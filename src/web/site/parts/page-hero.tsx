import type { ReactNode } from 'react'
import { PauseButton } from '#ui/actions/pause-button.tsx'
import { Engraving, type SceneName } from '#ui/art/engraving.tsx'
import { Wrap } from '#ui/layout/site-frame.tsx'
import styles from './page-hero.module.css'

type Props = { title: string; lead: ReactNode; scene: SceneName; aside?: ReactNode; children?: ReactNode }

/** The first thing on a public page below the home page: words on the left, a drawing of its own on the right. */
export function PageHero({ title, lead, scene, aside, children }: Props) {
  return (
    <section className={styles.hero} data-drawn="">
      <div className={styles.media}>
        <Engraving scene={scene} className={styles.canvas} />
        <PauseButton what="drawing" className={styles.pause} />
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
