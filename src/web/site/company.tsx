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
          `${brand} invests members’ deposits through plans and pays out what the plans earn. ` +
          'Every step is recorded in a ledger that is checked automatically, and members can ' +
          'verify their own entries.'
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
          <Fact label="Head office">{address || 'Not provided'}</Fact>
          <Fact label="Registration and licence">{registration || 'None stated'}</Fact>
          <Fact label="Email">
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </Fact>
        </Facts>
        {mode === 'sandbox' && (
          <SampleNote>Sample details: this is a sandbox, and this firm doesn’t exist.</SampleNote>
        )}
      </Section>
      <Close />
    </>
  )
}

const STEPS = [
  {
    title: 'You deposit',
    text:
      'We credit a deposit once the payment is confirmed, for the amount received. Each ' +
      'payment can be credited only once.',
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
      'Income is recorded with evidence and approved by two admins. If a plan earns nothing, ' +
      'it pays nothing. Losses are shown as prominently as gains.',
  },
  {
    title: 'You withdraw',
    text:
      'You pay the published withdrawal fee and nothing else. A higher fee is announced by ' +
      'email 30 days ahead and never exceeds a published maximum. We measure and publish how ' +
      'long withdrawals take.',
  },
]

const VALUES = [
  {
    title: 'Vision',
    text: 'A world where asking to see a firm’s books is as normal as asking the price.',
  },
  {
    title: 'Mission',
    text:
      'To run plans you can explain in one sentence, to pay returns only from what they earn, ' +
      'and to show every step clearly enough for any member to challenge it.',
  },
  {
    title: 'Guarantee',
    text:
      'We guarantee open books and service: that you can see every entry in your account, ' +
      'that ledger entries are never altered, and that a person replies when you write to ' +
      'us. We can’t guarantee a return.',
  },
]
