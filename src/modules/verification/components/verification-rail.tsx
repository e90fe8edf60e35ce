import { Link } from 'react-router'
import { formatPeriod } from '#lib/dates.ts'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { QrCode } from '#ui/figures/qr-code.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Timeline, type TimelineStep } from '#ui/status/timeline.tsx'
import { LEVEL_NAMES } from '../model.ts'
import type { MemberLevel, MemberVerification } from './calls.tsx'
import styles from './verification-rail.module.css'
import { LEVEL_PURPOSES, type LevelRequirements } from './verification-texts.tsx'
import { buildVerificationPath, hasDocuments, isReached } from './verification-view.tsx'

type Props = { verification: MemberVerification; level: MemberLevel }

const STATUS_TEXTS: Record<MemberLevel['status'], string> = {
  not_started: 'Not started',
  waiting_for_member: 'Waiting for you',
  in_review: 'In review',
  passed: 'Verify again',
  try_again: 'Documents to send again',
  refused: 'Not available',
  expired: 'Verify again',
}

/** The states of another attempt while an earlier one still counts. */
const RENEWAL_STATUSES: ReadonlySet<MemberLevel['status']> = new Set([
  'waiting_for_member',
  'in_review',
  'try_again',
])

function describeStatus(verification: MemberVerification, { level, ...rest }: MemberLevel) {
  const { status, expiresOn } = rest
  if (!isReached(verification, level) || !expiresOn)
    return status === 'try_again' && !hasDocuments(rest) ? 'To start again' : STATUS_TEXTS[status]

  return (
    <>
      Renew before <CalendarDay day={expiresOn} />
      {RENEWAL_STATUSES.has(status) && '. Renewal started'}
    </>
  )
}

type LevelsProps = Props & { requirements: LevelRequirements }

function toStep({ verification, level: shown, requirements }: LevelsProps, level: MemberLevel) {
  const isShown = level.level === shown.level
  const { what, shows } = LEVEL_PURPOSES[level.level]

  return {
    title: isShown ? (
      LEVEL_NAMES[level.level]
    ) : (
      <Link className="link" to={buildVerificationPath(level.level)}>
        {LEVEL_NAMES[level.level]}
      </Link>
    ),
    note: (
      <>
        {describeStatus(verification, level)}. {!isReached(verification, level.level) && what}{' '}
        {shows} {requirements[level.level]}
      </>
    ),
    state: isReached(verification, level.level) ? 'done' : isShown ? 'now' : 'todo',
  } satisfies TimelineStep
}

/** Shows the levels, which of them are reached, and what each is required for. */
export function LevelsPanel(props: LevelsProps) {
  const { verification } = props
  const reached = verification.levels[verification.level - 1]

  return (
    <Panel title="Your level" aside={reached ? LEVEL_NAMES[reached.level] : 'None yet'}>
      <Timeline steps={verification.levels.map((level) => toStep(props, level))} />
    </Panel>
  )
}

/** Shows the code of the address of a level's documents, for a phone with a camera. */
export function PhonePanel({ level: { level } }: Pick<Props, 'level'>) {
  const { url } = useSiteConfig()

  return (
    <Panel title="Continue on your phone" className={styles.phone}>
      <QrCode
        label="Address of this page"
        modes={[
          {
            label: 'Address',
            text: `${url}${buildVerificationPath(level, 'documents')}`,
            hint:
              'Scan it with your phone’s camera and log in there. What you upload on the phone ' +
              'appears here.',
          },
        ]}
      />
    </Panel>
  )
}

/** Explains why documents are needed, who sees them, and how long they are retained. */
export const PrivacyPanel = ({ verification }: Pick<Props, 'verification'>) => (
  <Panel title="Your documents are private">
    <Details
      rows={listPrivacyTexts(verification).map(([label, text]) => ({
        label,
        value: <span className="small">{text}</span>,
      }))}
    />
  </Panel>
)

const STORAGE_TEXTS: Record<MemberVerification['provider'], string | null> = {
  none: null,
  desk: 'Encrypted, each file with a key of its own.',
  sumsub: 'At Sumsub, under its own security. We don’t store copies.',
}

function listStorageTexts({ provider }: MemberVerification) {
  const text = STORAGE_TEXTS[provider]
  return text === null ? [] : [['How they are stored', text] as const]
}

const listPrivacyTexts = (verification: MemberVerification) => [
  ['Why we ask', 'To know who our members are, and to prevent fraud and money laundering.'],
  [
    'Who sees them',
    verification.provider === 'sumsub'
      ? 'Our identity provider, Sumsub, and only staff who review identity documents.'
      : 'Only staff who review identity documents. Each view is recorded.',
  ],
  ...listStorageTexts(verification),
  [
    'How long we retain them',
    `For ${formatPeriod(verification.retentionDays)} after your account is closed, or ` +
      'after a refusal.',
  ],
]
