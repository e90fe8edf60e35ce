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
      'Withdrawals rest for a day after a password was reset. You see in your profile what we ' +
      'hold about you.',
  },
  {
    glyph: chartLineUp,
    title: 'Investing Tools',
    text:
      'Prices with their source and time printed beside them, a screener, price history, and ' +
      'statements for any period as a page, a spreadsheet or a document.',
  },
  {
    glyph: vault,
    title: 'Asset Protection',
    text:
      'Member money is recorded apart from ours, and what we hold is published against what ' +
      'we owe. This is not deposit insurance: no scheme repays you if an investment falls.',
  },
  {
    glyph: path,
    title: 'Investment Access',
    text: `${services} kinds of asset from one account${from ? `, from ${from}` : ''}. Each page
      says how it earns, how it loses and how fast you can leave.`,
  },
]

const waitText = (hours: number) =>
  hours > 0
    ? `A new withdrawal address waits ${hours} hours before its first use, and you are mailed.`
    : 'You are mailed when a withdrawal address is new.'
