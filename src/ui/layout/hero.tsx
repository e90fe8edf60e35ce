import type { ComponentProps, ReactNode } from 'react'
import { Engraving, type SceneName } from '../art/engraving.tsx'
import { joinClasses } from '../classes.ts'
import styles from './hero.module.css'

type FrameProps = ComponentProps<'section'> & {
  /** What is drawn or filmed behind the words and beside them. */
  media: ReactNode
}

/**
 * The top of a public page: words on the left, a drawing or a film on the right. Its sizes are
 * taken from `--hero-…`.
 */
export const HeroFrame = ({ media, className, children, ...section }: FrameProps) => (
  <section {...section} className={joinClasses(styles.hero, className)}>
    <div className={styles.wrap}>
      <div className={styles.copy}>{children}</div>
    </div>
    <div className={styles.media}>{media}</div>
  </section>
)

type HeroTextProps = { title: string; lead: ReactNode; as?: 'h1' | 'h2' }

/** Its heading, in the largest type there is, and its lead. */
export const HeroText = ({ title, lead, as: Heading = 'h1' }: HeroTextProps) => (
  <>
    <Heading className={styles.title}>{title}</Heading>
    <p className={styles.lead}>{lead}</p>
  </>
)

/** A drawing that fills the place of the media. */
export const HeroDrawing = ({ scene }: { scene: SceneName }) => (
  <Engraving scene={scene} className={styles.filling} />
)
