import type { MetaFunction } from 'react-router'
import { useHouse } from '#modules/settings/components/house.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import styles from './company.module.css'
import { PageHero } from './parts/page-hero.tsx'

export const meta: MetaFunction = () => [
  { title: 'Contact' },
  { name: 'description', content: 'Where our head office is, how to write to us, and who answers.' },
]

/** How to reach the house. */
export default function Contact() {
  const { address, email, mode } = useHouse()
  return (
    <>
      <PageHero
        title="A person answers"
        lead="Write to us about your account, a plan, a withdrawal that takes too long, or a figure in the books that you don’t understand."
        scene="dial"
      />
      <Section id="office" title="Where we are">
        <dl className={styles.facts}>
          <div>
            <dt>Head office</dt>
            <dd>{address || 'Not stated yet'}</dd>
          </div>
          <div>
            <dt>E-mail</dt>
            <dd>
              <a className="link" href={`mailto:${email}`}>
                {email}
              </a>
            </dd>
          </div>
        </dl>
        {mode === 'sandbox' && (
          <p className={styles.sample}>Sample details: this is a sandbox, and nobody reads this address.</p>
        )}
      </Section>
    </>
  )
}
