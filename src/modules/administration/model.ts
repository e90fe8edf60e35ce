import { HOUR_MS } from '#lib/dates.ts'
import type { PaymentMethodCode, SettingName } from '#modules/settings/model.ts'

export { AUDIT_ACTION_OPTIONS, AUDIT_ACTIONS, describeAuditAction } from './model/audit-actions.ts'
export {
  type AuditDetail,
  describeAuditDetails,
  describeAuditEvent,
  isRecordId,
} from './model/audit-details.ts'
export { describeAuditSubject, hasSubjectId } from './model/audit-subjects.ts'
export { describeAddressSource } from './model/describe-source.ts'
export { describeLoosening, describeSettingChange } from './model/setting-changes.ts'

/** The settings with one form each; pauses and payment methods have calls of their own. */
export const FORM_SETTINGS = [
  'operator',
  'deposits',
  'withdrawals',
  'confirmations',
  'explorers',
  'monitoring',
  'plans',
  'fees',
  'legal',
  'referral',
  'campaigns',
  'retention',
  'verification',
  'countries',
] as const satisfies readonly SettingName[]

/** A new receiving address for a payment method: the content of the proposal. */
export type AddressChange = { method: PaymentMethodCode; address: string }

/**
 * The delay before an approved receiving address takes effect in live, so that the staff can react
 * to the mail.
 */
export const ADDRESS_WAIT_MS = 24 * HOUR_MS

/** Parses the stored content of a proposal. */
export const parseAddressChange = (content: Readonly<Record<string, unknown>>): AddressChange => ({
  method: String(content.method) as PaymentMethodCode,
  address: String(content.address),
})

/**
 * Returns whether a proposal changes the source of a method's addresses, not its shared address.
 */
export const isSourceChange = (content: Readonly<Record<string, unknown>>): boolean =>
  'mode' in content

/** The messages that the API answers with. */
export const TEXTS = {
  saved: 'Setting saved',
  waiting: 'Waiting for approval',
  addressNow: 'Address saved. New quotes use it.',
  sourceNow: 'Saved. New quotes use it.',
  retired: 'Address retired. No further deposit gets it.',
  invited: 'Invitation sent. The link works once and expires after three days.',
  role: 'Role changed',
  suspended: 'Access suspended. All sessions have ended.',
  reinstated: 'Access restored',
  ended: 'All sessions have ended.',
  factorReset: 'Two-factor authentication reset. All sessions have ended.',
  resetStopped: 'Reset cancelled',
  retried: 'The job is running again.',
} as const
