import type { MailTemplates } from '#ui/mail/template.ts'
import type { MailNameOfKind, NotificationKind, SecretKey } from '../model.ts'

export const OVERVIEW = '/dashboard'
export const PROFILE = '/dashboard/user-profile'
export const SECURITY = '/dashboard/security'
export const DEPOSITS = '/dashboard/deposit-history'
export const WITHDRAWALS = '/dashboard/withdraw-history'

/** `to`: the address of the screen that shows more. */
export type NotificationText = { title: string; text: string; to: string }

/** The texts of one kind of notification, each a function of its mail's data without secrets. */
export type NotificationTexts<Kind extends NotificationKind> = {
  readonly [Name in MailNameOfKind<Kind>]: (
    data: Omit<MailTemplates[Name], SecretKey>,
  ) => NotificationText
}
