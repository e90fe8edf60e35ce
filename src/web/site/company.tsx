import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import styles from './company.module.css'
import { Close } from './home/close.tsx'
import { buildSiteMeta } from './meta.ts'
import { Articles } from './parts/articles.tsx'
import { Fact, Facts, SampleNote } from './parts/facts.tsx'
import { PageHero } from './parts/page-hero.tsx'

export const meta = buildSiteMeta

/**
 * Renders the firm and its values. The only guarantee is open books and service, never a return.
 */
export default function Company() {
  const { brand, legalName, address, email, registration, mode } = useSiteConfig()
  return (
    <>
      <PageHero
        title="A house with its books open"
        lead={`${brand} takes deposits, puts them to work in plans, and pays what the work
          earned. Everything in between is written down in books that are checked by a machine
          each minute and can be checked by you at any time.`}
        scene="book"
      />
      <Section
        id="overview"
        title="Overview"
        lead="How money comes in, what it does, and how it leaves."
      >
        <Articles articles={STEPS} />
      </Section>
      <Section id="values" tone="paper-2" title="What we stand for">
        <div className={styles.values}>
          {VALUES.map(({ title, text }) => (
            <article key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </Section>
      <Section id="who" title="Who we are">
        <Facts>
          <Fact label="Legal name">{legalName}</Fact>
          <Fact label="Head office">{address || 'Not stated yet'}</Fact>
          <Fact label="Registration and licence">{registration || 'No licence is stated'}</Fact>
          <Fact label="Write to us">
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </Fact>
        </Facts>
        {mode === 'sandbox' && (
          <SampleNote>
            These are sample details: this is a sandbox, and nobody stands behind them.
          </SampleNote>
        )}
      </Section>
      <Close />
    </>
  )
}

const STEPS = [
  {
    title: 'Money comes in',
    text:
      'A deposit counts when it has arrived and is matched to its receipt. A receipt is used ' +
      'once. What is credited is what arrived, never what was typed.',
  },
  {
    title: 'It is put to work',
    text:
      'Each plan says what it aims for, what that rests on, how it can lose and how fast it ' +
      'can be left. Its terms stay those you agreed to.',
  },
  {
    title: 'It earns, or it doesn’t',
    text:
      'Income is recorded against evidence by two people. A month without income is a zero. A ' +
      'loss is written down in the same size as a gain.',
  },
  {
    title: 'It leaves',
    text:
      'Withdrawals cost what you were told at the deposit and nothing else. How long they ' +
      'really took is measured and published.',
  },
]

const VALUES = [
  {
    title: 'Vision',
    text:
      'That asking for the books is as ordinary as asking for the price, and that nobody ' +
      'invests where they are closed.',
  },
  {
    title: 'Mission',
    text:
      'To run plans that can be explained in a sentence, to pay out of what they earned, and ' +
      'to show every step so plainly that a member can argue with it.',
  },
  {
    title: 'Guarantee',
    text:
      'We guarantee open books and service: that every entry of yours is shown to you, that ' +
      'none is rewritten, that a person answers. We guarantee no return, because nobody can.',
  },
]
