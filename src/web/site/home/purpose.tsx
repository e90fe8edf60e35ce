import { Engraving } from '#ui/art/engraving.tsx'
import { Icon } from '#ui/icon.tsx'
import { warning } from '#ui/icons.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { PURPOSES } from '../copy/home.ts'
import styles from './purpose.module.css'

type Props = { offered: readonly string[] | null; sandbox: boolean }

/** Renders the ways of investing, each with its risk in the same card; samples in the sandbox. */
export function Purpose({ offered, sandbox }: Props) {
  const purposes = PURPOSES.filter(({ name }) => !offered || offered.includes(name))
  if (purposes.length === 0) return null

  return (
    <Section id="purpose" title="Our Purpose" lead="How we invest, and what can go wrong.">
      <div className={styles.cards}>
        {purposes.map(({ name, text, wrong, scene }) => (
          <article key={name}>
            <Engraving scene={scene} className={styles.art} />
            <div className={styles.name}>
              <h3>{name}</h3>
              {sandbox && <Tag tone="neutral">Sample text</Tag>}
            </div>
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
