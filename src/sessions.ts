import { getCookieName } from '#modules/identity/model.ts'
import { findAwaited, findSessionIdentity } from '#modules/identity/queries.ts'
import { readCookie } from '#platform/http/cookies.ts'
import type { ResolveSession } from '#platform/http/http.ts'

/** Finds a session without extending it: an open page doesn't prolong a session. */
export const peekSession: ResolveSession = async (app, headers, sessionKind = 'member') => {
  const token = readCookie(headers, getCookieName(sessionKind, app.config.PUBLIC_URL))
  const found = token ? await findSessionIdentity(app.db, token, app.clock.now()) : null
  if (found?.kind !== sessionKind) return null

  const awaits = findAwaited(app, found)
  const who = found.kind === 'member' ? found.member : found.admin
  const { id, proof } = found.session

  return { id, via: 'cookie', who, proof, ...(awaits && { awaits }) }
}
