import { parseStaffText } from '#lib/staff-texts.ts'
import type { Permission } from '#modules/approvals/model.ts'
import { LEVEL_NAMES } from './levels.ts'
import type { Verification } from './verification.ts'

/** A refusal bars the member from the level for a while: two admins decide. */
export const REFUSAL_PERMISSION = 'identity.refuse' satisfies Permission

/** Returns what a member has to do, as staff wrote it. Throws `reason_needed` (400). */
export const parseMemberReason = (text: string): string =>
  parseStaffText(text, {
    field: 'memberReason',
    advice: 'Please write what the member has to do, in',
    note: '',
  })

/** Returns what two admins agree to: this submission, and the reason. */
export const toRefusalContent = (
  { contentHash, memberId, name, level }: Verification,
  reason: string,
) => ({
  verification: contentHash,
  memberId,
  name,
  level: LEVEL_NAMES[level],
  reason,
})

/** Reads the content of a proposed refusal. */
export const parseRefusal = (content: Readonly<Record<string, unknown>>) => ({
  contentHash: String(content.verification),
  reason: String(content.reason),
})

/** Why a member starts a check at an outside provider again, as they read it. */
export const RETURN_REASONS = {
  notVerified: 'We couldn’t verify your documents. Please start again and send new ones.',
  detailsChanged:
    'Your name or your details changed after this check began, so it doesn’t count. Please start ' +
    'again: your details are checked as they are now.',
  providerLeft:
    'We now verify identities in another way. This check has ended, and your details are saved. ' +
    'Please start again.',
  abandoned: 'This check was started long ago and never completed. Please start again.',
} as const
