import { formatLongDay } from '#lib/dates.ts'
import type { MailTemplates } from '#ui/mail/template.ts'
import { type NotificationTexts, PROFILE, SECURITY } from './text-types.ts'

type FactorChange = MailTemplates['factor-changed']['what']

const FACTOR_TITLES: Readonly<Record<FactorChange, string>> = {
  'authenticator-added': 'An authenticator app was added',
  'authenticator-removed': 'Your authenticator app was turned off',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'passkey-copied': 'A passkey of yours was refused',
  'codes-renewed': 'You have new recovery codes',
  'code-used': 'A recovery code was used',
  reset: 'Your second factor was reset',
}

const formatWallets = (changes: MailTemplates['wallet-changed']['changes']) =>
  changes.map(({ coin, address }) => `${coin}: ${address || 'removed'}`).join('. ')

export const SECURITY_TEXTS: NotificationTexts<'security'> = {
  'password-changed': ({ reset }) => ({
    title: 'Your password was changed',
    text: reset
      ? 'It was set with the link that we mailed you. All sessions ended, and withdrawals are ' +
        'paused for 24 hours.'
      : 'All your other sessions were ended.',
    to: '/dashboard/update-password',
  }),
  'email-change-requested': ({ newEmail }) => ({
    title: 'A change of your e-mail address was requested',
    text: `It becomes ${newEmail} once the link in the mail to that address is opened.`,
    to: PROFILE,
  }),
  'email-changed': ({ newEmail }) => ({
    title: 'Your e-mail address was changed',
    text: `It is ${newEmail} now. Withdrawals are paused for 24 hours.`,
    to: PROFILE,
  }),
  'email-restored': ({ email }) => ({
    title: 'Your e-mail address was changed back',
    text: `It is ${email} again, because the change was reported as not yours.`,
    to: PROFILE,
  }),
  'withdrawals-frozen': () => ({
    title: 'Withdrawals are paused for 24 hours',
    text:
      'A change was reported as not yours by a link in one of our mails. All sessions were ' +
      'ended.',
    to: PROFILE,
  }),
  'factor-changed': ({ what, frozen }) => ({
    title: FACTOR_TITLES[what],
    text: frozen
      ? 'Withdrawals are paused for 24 hours after this. If it was not you, report it with the ' +
        'link that we mailed you.'
      : 'If it was not you, report it with the link that we mailed you.',
    to: SECURITY,
  }),
  'new-device': ({ device, address }) => ({
    title: 'New sign-in to your account',
    text: `${device}, ${address}. If it was not you, report it with the link that we mailed you.`,
    to: SECURITY,
  }),
  'wallet-changed': ({ changes }) => ({
    title: 'Your wallet addresses were changed',
    text: formatWallets(changes),
    to: '/dashboard/update-wallet',
  }),
  'account-suspended': ({ reason, reviewOn }) => ({
    title: 'Your account is suspended',
    text: `Reason: ${reason} Review date: ${formatLongDay(reviewOn)}.`,
    to: '/dashboard',
  }),
  'account-reactivated': () => ({
    title: 'Your account is active again',
    text: 'The suspension has ended.',
    to: '/dashboard',
  }),
}
