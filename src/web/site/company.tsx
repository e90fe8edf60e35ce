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
        title="An investment firm with open books"
        lead={
          `${brand} invests members’ deposits through plans and pays out what they earn. Every ` +
          'step is recorded in a ledger that is checked automatically and that you can check ' +
          'yourself.'
        }
        scene="book"
      />
      <Section
        id="overview"
        title="Overview"
        lead="How deposits, investments and withdrawals work."
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
            These are sample details: this is a sandbox, and they aren’t real.
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
      'We credit a deposit once the payment is confirmed, for the amount received. A ' +
      'receipt is used only once.',
  },
  {
    title: 'We invest it',
    text:
      'Each plan states its target, the basis for it, its risks and how quickly you can ' +
      'withdraw. Its terms don’t change after you invest.',
  },
  {
    title: 'It earns, or it doesn’t',
    text:
      'Income is recorded against evidence by two people. A month without income shows as ' +
      'zero. Losses are shown as prominently as gains.',
  },
  {
    title: 'You withdraw',
    text:
      'Withdrawals cost the published fee and nothing else. A higher fee is announced by e-mail ' +
      '30 days ahead and stays under a published ceiling. We measure and ' +
      'publish how long they take.',
  },
]

const VALUES = [
  {
    title: 'Vision',
    text: 'A world where asking to see the books is as normal as asking the price.',
  },
  {
    title: 'Mission',
    text:
      'To run plans that can be explained in a sentence, to pay out of what they earned, ' +
      'and to show every step so clearly that any member can challenge it.',
  },
  {
    title: 'Guarantee',
    text:
      'We guarantee open books and service: that you see every entry of yours, that records ' +
      'are never altered, and that a person answers. We can’t guarantee a return.',
  },
]
