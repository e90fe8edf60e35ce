import type { ComponentProps, ReactNode } from 'react'
import { Engraving, type SceneName } from '../art/engraving.tsx'
import { joinClasses } from '../classes.ts'
import styles from './hero.module.css'

type FrameProps = ComponentProps<'section'> & {
  /** A drawing or film behind and next to the text. */
  media: ReactNode
}

/**
 * Renders the top of a public page: text on the left, a drawing or a film on the right. Its sizes
 * come from `--hero-…`.
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

/** Renders the heading in the largest type, and the lead. */
export const HeroText = ({ title, lead, as: Heading = 'h1' }: HeroTextProps) => (
  <>
    <Heading className={styles.title}>{title}</Heading>
    <p className={styles.lead}>{lead}</p>
  </>
)

/** Renders a drawing that fills the media area. */
export const HeroDrawing = ({ scene }: { scene: SceneName }) => (
  <Engraving scene={scene} className={styles.filling} />
)
