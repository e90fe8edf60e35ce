import { isNotifiedMail, type NotificationKind } from '../model.ts'
import { MONEY_TEXTS } from './money-texts.ts'
import { SECURITY_TEXTS } from './security-texts.ts'
import { type NotificationText, type NotificationTexts, OVERVIEW, PROFILE } from './text-types.ts'

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
