import { formatDay, formatUtcMinute } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Member } from './people.ts'

/** Marks a freeze until the member resets the password. */
export const UNTIL_RESET = new Date('9999-01-01T00:00:00Z')

/**
 * Throws `suspended`, `unverified` or `closed` (403) unless the member is active. Required before
 * commands that move money.
 */
export function assertActive(member: Member): void {
  if (member.status === 'active') return
  if (member.status === 'closed') throw new DomainError('closed', 403, 'This account is closed.')
  if (member.status === 'unverified')
    throw new DomainError('unverified', 403, 'Verify your email address first.')

  throw new DomainError(
    'suspended',
    403,
    `Your account is suspended: ${member.suspendedReason} It will be reviewed on ` +
      `${formatDay(member.reviewOn ?? '')}.`,
  )
}

/**
 * Throws `withdrawals_frozen` (409) while the member's withdrawals are frozen, such as for 24 hours
 * after a change of sign-in methods; otherwise as `assertActive`.
 */
export function assertMayWithdraw(member: Member, now: Date): void {
  assertActive(member)

  const until = member.withdrawalsFrozenUntil
  if (!until || now >= until) return

  const why =
    until >= UNTIL_RESET
      ? 'until you set a new password because you reported activity that wasn’t yours'
      : `until ${formatUtcMinute(until)} because your login settings changed`

  throw new DomainError('withdrawals_frozen', 409, `Withdrawals are paused ${why}.`)
}
