import type { App } from '#platform/app.ts'
import { createToken } from '#platform/auth/secrets.ts'
import { formatExpiredCookie, readCookie } from '#platform/http/cookies.ts'
import type { CallContext, ResolveSession } from '#platform/http/http.ts'
import { logOut } from '../commands/log-out.ts'
import { resumeSession } from '../commands/resume-session.ts'
import { buildVisitor, getCookieName, type SessionIdentity } from '../model.ts'
import { findAwaited, findSessionIdentity } from '../queries.ts'

export type Kind = 'member' | 'admin'

/** Returns the device token that the browser received at its first sign-in. */
export const readVisitor = ({ app, request }: CallContext, sessionMode?: string) => {
  const deviceCookie = readCookie(request.headers, getCookieName('device', app.config.PUBLIC_URL))
  const device =
    sessionMode === 'cookie' ? (deviceCookie?.slice(0, 100) ?? createToken()) : undefined
  return buildVisitor(request.ip, request.userAgent, device)
}

/** Returns the session token in the cookie of this kind of account. */
export const readSessionCookie = (app: App, headers: Headers, kind: Kind) =>
  readCookie(headers, getCookieName(kind, app.config.PUBLIC_URL)) || undefined

const readBearerToken = (headers: Headers) =>
  /^Bearer ([\w-]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1]

/**
 * Finds the session of a call: a bearer token takes precedence, else the cookie of the kind that
 * the call requires.
 */
export const resolveSession: ResolveSession = async (app, headers, requestedKind) => {
  const bearer = readBearerToken(headers)
  const token =
    bearer ??
    (requestedKind
      ? readSessionCookie(app, headers, requestedKind)
      : (readSessionCookie(app, headers, 'member') ?? readSessionCookie(app, headers, 'admin')))
  if (!token) return null

  const found = requestedKind
    ? await resumeSession(app, { token })
    : await findSessionIdentity(app.db, token, app.clock.now())
  if (!found || (!bearer && requestedKind && found.kind !== requestedKind)) return null

  const who = found.kind === 'member' ? found.member : found.admin
  const awaits = findAwaited(app, found)

  const { id, proof } = found.session

  return { id, via: bearer ? 'bearer' : 'cookie', who, proof, ...(awaits && { awaits }) }
}

/** Returns the name of a cookie and whether it is sent over HTTPS only. */
export const nameAndSecure = ({ config }: App, kind: Kind | 'device') =>
  [getCookieName(kind, config.PUBLIC_URL), config.PUBLIC_URL.startsWith('https:')] as const

/** Ends the sessions of a request and deletes its cookie. */
export async function endRequestSessions(context: CallContext, kind: Kind) {
  const { app, request, reply } = context
  const tokens = [readBearerToken(request.headers), readSessionCookie(app, request.headers, kind)]
  for (const token of tokens) if (token) await logOut(app, { token })
  reply.append('set-cookie', formatExpiredCookie(...nameAndSecure(app, kind)))
  return { message: 'You’ve been logged out.' }
}

/** Lists the open sessions of a request, without extending them. */
export async function listRequestSessions({
  app,
  request,
}: CallContext): Promise<SessionIdentity[]> {
  const { headers } = request
  const tokens = [
    readBearerToken(headers),
    readSessionCookie(app, headers, 'member'),
    readSessionCookie(app, headers, 'admin'),
  ]

  const found = tokens.map((token) =>
    token ? findSessionIdentity(app.db, token, app.clock.now()) : null,
  )
  return (await Promise.all(found)).filter((signedIn) => signedIn !== null)
}
