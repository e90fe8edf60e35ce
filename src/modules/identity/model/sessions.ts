import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/dates.ts'

/** The idle timeout and the maximum duration of a session. */
export const SESSION_SPANS = {
  member: { idleMs: 30 * MINUTE_MS, longestMs: 30 * DAY_MS },
  remembered: { idleMs: 7 * DAY_MS, longestMs: 30 * DAY_MS },
  admin: { idleMs: 15 * MINUTE_MS, longestMs: 8 * HOUR_MS },
} as const

/** The time after a renewal in which calls under way may use the previous token. */
export const TOKEN_BEFORE_MS = 10_000

/**
 * The maximum of open sessions per person; a further one ends the one that has been unused for
 * longest.
 */
export const MAX_SESSIONS = 20

/**
 * The shortest interval between updates of a session in use. It can end this much before its idle
 * timeout, never after it.
 */
export const SESSION_WRITE_MS = MINUTE_MS

/**
 * Returns the name of the session cookie; a browser may hold one of each kind. Over HTTPS the
 * prefix binds the cookie to this host.
 */
export const getCookieName = (kind: 'member' | 'admin' | 'device', publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}candor_${kind}`

/** Returns the expiry of a session that is used at this instant. */
export function computeSessionExpiry(span: keyof typeof SESSION_SPANS, createdAt: Date, now: Date) {
  const { idleMs, longestMs } = SESSION_SPANS[span]
  const endsAt = new Date(createdAt.getTime() + longestMs)
  const idleUntil = new Date(Math.min(now.getTime() + idleMs, endsAt.getTime()))
  return { idleUntil, endsAt }
}
