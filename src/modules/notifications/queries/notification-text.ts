import { formatDay } from '#lib/dates.ts'
import { isNotifiedMail, type NotificationKind } from '../model.ts'
import { MONEY_TEXTS } from './money-texts.ts'
import { SECURITY_TEXTS } from './security-texts.ts'
import { type NotificationText, type NotificationTexts, OVERVIEW, PROFILE } from './text-types.ts'

const VERIFICATION = '/dashboard/verification'

const ACCOUNT_TEXTS: NotificationTexts<'account'> = {
  'profile-changed': ({ fields }) => ({
    title: 'Your profile was updated',
    text: `Updated: ${fields.join(', ')}.`,
    to: PROFILE,
  }),
  'data-export-ready': () => ({
    title: 'Your data export is ready',
    text: 'You can download it for 7 days.',
    to: PROFILE,
  }),
  'verification-passed': ({ level }) => ({
    title: 'Your identity is verified',
    text: `Level: ${level}. There is nothing else to do for now.`,
    to: VERIFICATION,
  }),
  'verification-try-again': ({ reason }) => ({
    title: 'Please send your documents again',
    text: reason,
    to: VERIFICATION,
  }),
  'verification-refused': () => ({
    title: 'We couldn’t verify your identity',
    text: 'Your balance is as it was. Contact us if you have a question.',
    to: VERIFICATION,
  }),
  'verification-expiring': ({ level, expiresOn }) => ({
    title: 'Please renew your identity verification',
    text: `Level: ${level}. Renew it before ${formatDay(expiresOn)}.`,
    to: VERIFICATION,
  }),
}

const TEXTS: NotificationTexts<NotificationKind> = {
  ...SECURITY_TEXTS,
  ...MONEY_TEXTS,
  ...ACCOUNT_TEXTS,
}

/** `notify` checked the data against the template's type before it stored them. */
type StoredText = (data: unknown) => NotificationText

/** Returns the text of a stored notification; a template that no longer exists gets a fallback. */
export function formatNotification(template: string, data: unknown): NotificationText {
  if (isNotifiedMail(template)) return (TEXTS[template] as StoredText)(data)

  return {
    title: 'Account notification',
    text: 'See our email for details.',
    to: OVERVIEW,
  }
}
