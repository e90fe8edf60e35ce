const ACTIVE_MS = 30 * 86_400_000

/** Active is who signed in within thirty days, or holds a position. */
export const isActive = (member: { lastSignInAt: Date | null }, holdsPosition: boolean, now: Date): boolean =>
  holdsPosition ||
  (member.lastSignInAt !== null && now.getTime() - member.lastSignInAt.getTime() <= ACTIVE_MS)
