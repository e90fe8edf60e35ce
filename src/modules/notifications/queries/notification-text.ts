import { formatLongDay } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'

type Contents = Record<string, unknown>
type NotificationText = { title: string; text: string; to: string }

const formatCents = (cents: unknown) => formatUsd(BigInt(String(cents)))
const DEPOSITS = '/dashboard/deposit-history'
const WITHDRAWALS = '/dashboard/withdraw-history'
const OVERVIEW = '/dashboard'
const PROFILE = '/dashboard/user-profile'
const SECURITY = '/dashboard/security'

const FACTORS: Readonly<Record<string, string>> = {
  'authenticator-added': 'An authenticator app was added',
  'authenticator-removed': 'Your authenticator app was turned off',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'passkey-copied': 'A passkey of yours was refused',
  'codes-renewed': 'You have new recovery codes',
  'code-used': 'A recovery code was used',
  reset: 'Your second factor was reset',
}

const formatWallets = (changes: unknown) =>
  (changes as { coin: string; address: string }[])
    .map(({ coin, address }) => `${coin}: ${address || 'removed'}`)
    .join('. ')

/** The words of each notice, by its template; the mail of the same name says more. */
const WORDS: Readonly<Record<string, (contents: Contents) => NotificationText>> = {
  'password-changed': ({ reset }) => ({
    title: 'Your password was changed',
    text: reset
      ? 'It was set by the link that we mailed you. All sessions ended, and withdrawals rest ' +
        'for 24 hours.'
      : 'All your other sessions were ended.',
    to: '/dashboard/update-password',
  }),
  'email-change-requested': ({ newEmail }) => ({
    title: 'A change of your e-mail address was asked for',
    text: `It becomes ${newEmail} once the link in the mail to that address is opened.`,
    to: PROFILE,
  }),
  'email-changed': ({ newEmail }) => ({
    title: 'Your e-mail address was changed',
    text: `It is ${newEmail} now. Withdrawals rest for 24 hours.`,
    to: PROFILE,
  }),
  'email-restored': ({ email }) => ({
    title: 'Your e-mail address was changed back',
    text: `It is ${email} again, because somebody said that the change was not yours.`,
    to: PROFILE,
  }),
  'withdrawals-frozen': () => ({
    title: 'Withdrawals rest for 24 hours',
    text:
      'Somebody said by a link in one of our mails that a change was not yours. All sessions ' +
      'were ended.',
    to: PROFILE,
  }),
  'factor-changed': ({ what, frozen }) => ({
    title: FACTORS[String(what)] ?? 'How you sign in was changed',
    text: frozen
      ? 'Withdrawals rest for 24 hours after this. If it was not you, say so by the link that ' +
        'we mailed you.'
      : 'If it was not you, say so by the link that we mailed you.',
    to: SECURITY,
  }),
  'new-device': ({ device, near }) => ({
    title: 'Somebody signed in from a new device',
    text: `${device}, ${near}. If it was not you, say so by the link that we mailed you.`,
    to: SECURITY,
  }),
  'wallet-changed': ({ changes }) => ({
    title: 'Your wallet addresses were changed',
    text: formatWallets(changes),
    to: '/dashboard/update-wallet',
  }),
  'account-suspended': ({ reason, reviewOn }) => ({
    title: 'Your account is suspended',
    text: `Reason: ${reason} We look at it again on ${formatLongDay(String(reviewOn))}.`,
    to: OVERVIEW,
  }),
  'account-reactivated': () => ({
    title: 'Your account is active again',
    text: 'The suspension has ended.',
    to: OVERVIEW,
  }),
  'deposit-received': ({ amount, plan }) => ({
    title: 'We have your proof of payment',
    text: `${formatCents(amount)} for ${plan}. It is credited once the payment itself has arrived.`,
    to: DEPOSITS,
  }),
  'deposit-confirmed': ({ credited, plan }) => ({
    title: 'Your deposit was confirmed',
    text: `${formatCents(credited)} was credited to your account (${plan}).`,
    to: DEPOSITS,
  }),
  'deposit-rejected': ({ amount, reason }) => ({
    title: 'Your deposit was not accepted',
    text: `${formatCents(amount)}. Reason: ${reason}`,
    to: DEPOSITS,
  }),
  'withdrawal-requested': ({ amount }) => ({
    title: 'You asked for a withdrawal',
    text: `${formatCents(amount)} is set aside until it is paid.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-approved': ({ amount }) => ({
    title: 'Your withdrawal was approved',
    text: `${formatCents(amount)} is being paid.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-paid': ({ amount }) => ({
    title: 'Your withdrawal was paid',
    text: `${formatCents(amount)} has left; the transaction stands in your history.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-rejected': ({ amount, reason }) => ({
    title: 'Your withdrawal was rejected',
    text: `${formatCents(amount)} is back where it came from. Reason: ${reason}`,
    to: WITHDRAWALS,
  }),
  'balance-adjusted': ({ change, reason }) => ({
    title: 'Your balance was adjusted',
    text: `By ${formatCents(change)}. Reason: ${reason}`,
    to: OVERVIEW,
  }),
  'position-matured': ({ plan, principal }) => ({
    title: `Your position in ${plan} has matured`,
    text: `Its term has ended with ${formatCents(principal)} of principal.`,
    to: OVERVIEW,
  }),
  'return-paid': ({ plan, paid, stillDue }) => ({
    title: `You were paid ${formatCents(paid)} of your return from ${plan}`,
    text:
      String(stillDue) === '0'
        ? 'It was paid out of income recorded for the plan. Nothing of it is still due.'
        : `It was paid out of income recorded for the plan. ${formatCents(stillDue)} is still due, ` +
          'awaiting plan income.',
    to: OVERVIEW,
  }),
  'plan-loss': ({ plan, cents, cause }) => ({
    title: `The plan ${plan} has lost money`,
    text: `Your part of it is ${formatCents(cents)}. Cause: ${cause}`,
    to: OVERVIEW,
  }),
  'profile-changed': ({ fields }) => ({
    title: 'Your profile was changed',
    text: `What changed: ${(fields as string[]).join(', ')}.`,
    to: PROFILE,
  }),
  'data-export-ready': () => ({
    title: 'Your data is ready',
    text: 'The file can be downloaded for 7 days.',
    to: PROFILE,
  }),
}

/** What a notice says; one whose words are gone says so rather than nothing. */
export const formatNotification = (template: string, contents: Contents): NotificationText =>
  WORDS[template]?.(contents) ?? {
    title: 'A notice',
    text: 'See your e-mails for what it was.',
    to: OVERVIEW,
  }

/** The templates that have words. */
export const WORDED: readonly string[] = Object.keys(WORDS)
