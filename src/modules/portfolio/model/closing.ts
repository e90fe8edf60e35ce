import { formatPeriod } from '#lib/dates.ts'

/**
 * The days for which a closed account's records are retained: the settings, or longer by the
 * rules of its country.
 */
export type ClosingRetention = {
  messageDays: number
  proofDays: number
  /** Of warnings that were confirmed, declarations and answers. */
  answerDays: number
  identityDays: number
  /** Of name and contact details; null if they are erased at once. */
  detailsDays: number | null
}

/** Returns what the end of an account erases at once, restricts, erases later and leaves. */
export function listClosingEffects(retention: ClosingRetention) {
  const { messageDays, proofDays, answerDays, identityDays, detailsDays } = retention

  return [
    {
      label: 'Erased at once',
      text: detailsDays === null ? `${DETAILS_ERASED_AT_ONCE} ${ERASED_AT_ONCE}` : ERASED_AT_ONCE,
    },
    ...(detailsDays === null ? [] : [describeRestriction(detailsDays)]),
    {
      label: 'Erased later',
      text:
        `Emails after ${formatPeriod(messageDays)}. Proofs of payment, and your details in our ` +
        `checks, after ${formatPeriod(proofDays)}. Your answers and the warnings you confirmed ` +
        `after ${formatPeriod(answerDays)}. Identity documents and the details you declared with ` +
        `them after ${formatPeriod(identityDays)}.`,
    },
    {
      label: 'Not erased',
      text:
        'Ledger entries, deposits and withdrawals with their payment addresses, and the terms ' +
        'you accepted, under an anonymous number. The audit log can’t be changed: recorded ' +
        'actions remain with the names in them.',
    },
  ]
}

const ERASED_AT_ONCE =
  'Your password, login history, notifications, withdrawal addresses that were never used, and ' +
  'documents that you haven’t submitted.'

const DETAILS_ERASED_AT_ONCE = 'Your name, email address, phone number and country.'

const describeRestriction = (days: number) => ({
  label: 'Restricted, then erased',
  text:
    `Your name, email address, phone number and country are retained for ${formatPeriod(days)}, ` +
    'then erased. Until then only staff who answer authorities can read them, and each view is ' +
    'logged.',
})
