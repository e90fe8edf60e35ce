import { formatDay } from '#lib/dates.ts'
import type { MailTemplates } from '#ui/mail/template.ts'
import { type NotificationTexts, PROFILE, SECURITY } from './text-types.ts'

type FactorChange = MailTemplates['factor-changed']['what']

const FACTOR_TITLES: Readonly<Record<FactorChange, string>> = {
  'authenticator-added': 'Authenticator app added',
  'authenticator-removed': 'Authenticator app turned off',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'passkey-copied': 'One of your passkeys was blocked',
  'codes-renewed': 'New recovery codes created',
  'code-used': 'Recovery code used',
  reset: 'Your two-factor authentication was reset',
}

const formatWallets = (changes: MailTemplates['wallet-changed']['changes']) =>
  changes.map(({ coin, address }) => `${coin}: ${address || 'removed'}`).join('. ')

export const SECURITY_TEXTS: NotificationTexts<'security'> = {
  'password-changed': ({ reset }) => ({
    title: 'Your password was changed',
    text: reset
      ? 'It was reset using the link we emailed you. You’ve been logged out everywhere, and ' +
        'withdrawals are paused for 24 hours.'
      : 'You’ve been logged out on all other devices.',
    to: '/dashboard/update-password',
  }),
  'email-change-requested': ({ newEmail }) => ({
    title: 'Request to change your email address',
    text: `It will change to ${newEmail} once you confirm it from the email we sent there.`,
    to: PROFILE,
  }),
  'email-changed': ({ newEmail }) => ({
    title: 'Your email address was changed',
    text: `It’s now ${newEmail}. Withdrawals are paused for 24 hours.`,
    to: PROFILE,
  }),
  'email-restored': ({ email }) => ({
    title: 'Your account was locked and your email address restored',
    text: `You reported a change that wasn’t yours. Your email address is ${email} again.`,
    to: PROFILE,
  }),
  'withdrawals-frozen': () => ({
    title: 'Your account was locked',
    text:
      'You reported activity that wasn’t yours. You were logged out everywhere, and withdrawals ' +
      'are paused until 24 hours after you set a new password.',
    to: PROFILE,
  }),
  'factor-changed': ({ what, frozen }) => ({
    title: FACTOR_TITLES[what],
    text: frozen
      ? 'Withdrawals are paused for 24 hours. If this wasn’t you, lock your account with the ' +
        'link we emailed you.'
      : 'If this wasn’t you, lock your account with the link we emailed you.',
    to: SECURITY,
  }),
  'new-device': ({ device, address }) => ({
    title: 'New login to your account',
    text:
      `${device}, ${address}. If this wasn’t you, lock your account with the link we emailed ` +
      'you.',
    to: SECURITY,
  }),
  'wallet-changed': ({ changes }) => ({
    title: 'Your withdrawal addresses were changed',
    text: formatWallets(changes),
    to: '/dashboard/update-wallet',
  }),
  'account-suspended': ({ reason, reviewOn }) => ({
    title: 'Your account has been suspended',
    text: `Reason: ${reason} Review date: ${formatDay(reviewOn)}.`,
    to: '/dashboard',
  }),
  'account-reactivated': () => ({
    title: 'Your account has been reactivated',
    text: 'Your account is no longer suspended.',
    to: '/dashboard',
  }),
}
