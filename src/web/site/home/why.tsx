import { capitalise } from '#lib/capitalise.ts'
import { Icon } from '#ui/icon.tsx'
import { chartLineUp, lockKey, path, vault } from '#ui/icons.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import styles from './why.module.css'

type Props = { coolDownHours: number; families: readonly string[]; from: string | null }

/**
 * Renders four reasons, each of which the software enforces: remove a sentence that stops being
 * true.
 */
export function Why(props: Props) {
  return (
    <Section id="why">
      <div className={styles.columns}>
        <h2>Why Choose Us</h2>
        <ol data-source="listPublishedPlans getSetting">
          {buildReasons(props).map(({ glyph, title, text }) => (
            <li key={title}>
              <Icon glyph={glyph} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}

const buildReasons = ({ coolDownHours, families, from }: Props) => [
  {
    glyph: lockKey,
    title: 'Security & Privacy',
    text:
      `Protect your account with a passkey or an authenticator app. ${waitText(coolDownHours)} ` +
      'Withdrawals are paused for 24 hours after a password reset. You can download the data ' +
      'we hold about you.',
  },
  {
    glyph: chartLineUp,
    title: 'Investing Tools',
    text:
      'Time-stamped prices with their source, a market screener, price history, and ' +
      'statements for any period on screen, as CSV or as PDF.',
  },
  {
    glyph: vault,
    title: 'Asset Protection',
    text:
      'Member funds are recorded separately from ours, and we publish the assets we hold ' +
      'against member balances. This is not deposit insurance: no compensation scheme covers ' +
      'investment losses.',
  },
  {
    glyph: path,
    title: 'Investment Access',
    text:
      `${offerText(families, from)} Each plan states its target, its risks, its fees and how ` +
      'quickly you can withdraw.',
  },
]

const waitText = (hours: number) =>
  hours > 0
    ? `A new withdrawal address can be used after ${hours} hours, and we email you about it.`
    : 'We email you when a withdrawal address is added.'

const offerText = (families: readonly string[], from: string | null) =>
  from === null
    ? 'There are no open plans right now.'
    : `${capitalise(families.join(' and '))} plans in one account, from ${from}.`
