import type { MetaFunction } from 'react-router'
import { useHouse } from '#modules/settings/components/house.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import styles from './company.module.css'
import { PageHero } from './parts/page-hero.tsx'

export const meta: MetaFunction = () => [
  { title: 'Career' },
  {
    name: 'description',
    content: 'Whom we look for, how we work, which positions are open today, and how to send your résumé.',
  },
]

/** Whom the house looks for. */
export default function Career() {
  const { email, mode } = useHouse()
  return (
    <>
      <PageHero
        title="Work where the books are open"
        lead="We look for people who would rather write down a loss than explain it away, and who answer a member’s question before it is asked twice."
        scene="circles"
      />
      <Section id="recruitment" title="Staff recruitment" lead="How we choose, and how we work.">
        <div className={styles.steps}>
          {STEPS.map(({ title, text }) => (
            <article key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </Section>
      <Section
        id="positions"
        tone="surface"
        title="Open positions"
        lead="No role is open today. A résumé that fits is kept for the next one."
      >
        <p>
          <a className="link" href={`mailto:${email}?subject=R%C3%A9sum%C3%A9`}>
            Submit Resume
          </a>
        </p>
        {mode === 'sandbox' && (
          <p className={styles.sample}>Sample text: this is a sandbox, and nobody is hired here.</p>
        )}
      </Section>
    </>
  )
}

const STEPS = [
  {
    title: 'You write',
    text: 'Tell us what you did and what you learned when it went wrong. We read every letter ourselves.',
  },
  {
    title: 'We talk',
    text: 'One conversation with the people you would work with, about real cases and without riddles.',
  },
  { title: 'You try', text: 'A paid day of work on something real, with the tools we use.' },
  { title: 'You hear', text: 'An answer with its reason within two weeks, whichever it is.' },
]
