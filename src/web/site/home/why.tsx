import { Icon } from '#ui/icon.tsx'
import { chartLineUp, lockKey, path, vault } from '#ui/icons.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import styles from './why.module.css'

type Props = { coolDownHours: number; services: number; from: string | null }

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

const buildReasons = ({ coolDownHours, services, from }: Props) => [
  {
    glyph: lockKey,
    title: 'Security & Privacy',
    text:
      `Passkeys or an authenticator app on every account. ${waitText(coolDownHours)} ` +
      'Withdrawals are paused for 24 hours after a password reset. Your profile shows the data ' +
      'we hold.',
  },
  {
    glyph: chartLineUp,
    title: 'Investing Tools',
    text:
      'Sourced, time-stamped prices, a screener, price history, and statements for any ' +
      'period on screen, as CSV or PDF.',
  },
  {
    glyph: vault,
    title: 'Asset Protection',
    text:
      'Member funds are ledgered separately from ours, and we publish what we hold against ' +
      'what we owe. This is not deposit insurance: no scheme repays you if an investment ' +
      'falls.',
  },
  {
    glyph: path,
    title: 'Investment Access',
    text:
      `${services} asset classes, one account${from ? `, from ${from}` : ''}. Each page explains ` +
      'how it earns, what can go wrong and how quickly you can withdraw.',
  },
]

const waitText = (hours: number) =>
  hours > 0
    ? `A new withdrawal address waits ${hours} hours before its first use, and we email you.`
    : 'We email you when a withdrawal address is added.'
