import type { PaymentMethodCode, SettingName } from '#modules/settings/model.ts'

export { describeSettingChange as changeInWords } from './model/change-labels.ts'

/**
 * The settings that are changed whole, by a form each; pauses and methods have calls of their own.
 */
export const WHOLE = [
  'operator',
  'withdrawals',
  'plans',
  'legal',
  'referral',
  'campaigns',
  'retention',
  'countries',
] as const satisfies readonly SettingName[]

/** A receiving address that somebody wants, in the words that are decided on. */
export type AddressChange = { method: PaymentMethodCode; address: string }

/**
 * How long a new receiving address waits before it takes payments: time to see the mail and object.
 */
export const ADDRESS_WAIT_MS = 24 * 3_600_000

/** What was proposed, read back as it was. */
export const parseAddressChange = (content: Readonly<Record<string, unknown>>): AddressChange => ({
  method: String(content.method) as PaymentMethodCode,
  address: String(content.address),
})

export const TEXTS = {
  saved: 'Saved. It counts from now on.',
  waiting: 'Waiting for approval',
  addressNow: 'Saved. New quotes name this address.',
  invited: 'Invited. The link in the mail works once, for three days.',
  role: 'Role changed',
  suspended: 'Access suspended; every session was ended.',
  reinstated: 'Access restored',
  ended: 'Every session was ended.',
  factorReset: 'Their second factor was reset; every session was ended.',
  resetStopped: 'Stopped. Their second factor stays.',
  retried: 'It is tried again now.',
} as const
