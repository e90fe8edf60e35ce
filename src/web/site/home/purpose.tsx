import { Engraving } from '#ui/art/engraving.tsx'
import { Icon } from '#ui/icon.tsx'
import { warning } from '#ui/icons.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import { PURPOSES } from '../copy/home.ts'
import styles from './purpose.module.css'

/** Renders four ways of investing, each with its risk in the same card. */
export function Purpose({ offered }: { offered: readonly string[] | null }) {
  const purposes = PURPOSES.filter(({ name }) => !offered || offered.includes(name))
  if (purposes.length === 0) return null

  return (
    <Section
      id="purpose"
      title="Our Purpose"
      lead="Four ways we invest. Each can lose money, and we say how."
    >
      <div className={styles.cards}>
        {purposes.map(({ name, text, wrong, scene }) => (
          <article key={name}>
            <Engraving scene={scene} className={styles.art} />
            <h3>{name}</h3>
            <p>{text}</p>
            <div className={styles.wrong}>
              <b>
                <Icon glyph={warning} /> What can go wrong
              </b>
              {wrong}
            </div>
          </article>
        ))}
      </div>
    </Section>
  )
}
