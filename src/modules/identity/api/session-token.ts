import { DAY_MS } from '#lib/dates.ts'
import { formatSessionCookie } from '#platform/http/cookies.ts'
import type { CallContext } from '#platform/http/http.ts'
import { logOut } from '../commands/log-out.ts'
import { SESSION_SPANS, type Visitor } from '../model.ts'
import type { OpenedSession } from '../steps/open-session.ts'
import type { RenewedToken } from '../steps/renew-token.ts'
import { type Kind, nameAndSecure, readSessionCookie, readVisitor } from './request-sessions.ts'

const DEVICE_KNOWN_MS = 365 * DAY_MS

/**
 * Returns the session token to the caller: to a browser in an HttpOnly cookie, to a program in the
 * body.
 */
async function sendSessionToken(
  context: CallContext,
  kind: Kind,
  opened: { token: string; remembered: boolean; device?: string | undefined },
  sessionMode?: string,
) {
  if (sessionMode !== 'cookie') return { token: opened.token }

  const before = readSessionCookie(context.app, context.request.headers, kind)
  if (before) await logOut(context.app, { token: before, because: 'replaced' })

  const [name, secure] = nameAndSecure(context.app, kind)
  const span = opened.remembered ? { maxAgeMs: SESSION_SPANS.remembered.longestMs } : {}
  context.reply.append('set-cookie', formatSessionCookie(name, opened.token, { secure, ...span }))

  const [known] = nameAndSecure(context.app, 'device')
  const deviceCookieOptions = { secure, maxAgeMs: DEVICE_KNOWN_MS }

  if (opened.device)
    context.reply.append(
      'set-cookie',
      formatSessionCookie(known, opened.device, deviceCookieOptions),
    )

  return {}
}

/** Returns the renewed token of a session in the way that the previous one was sent. */
export function sendRenewedToken(
  { app, session, reply }: CallContext,
  kind: Kind,
  renewed: RenewedToken,
) {
  if (session?.via !== 'cookie') return { token: renewed.token }

  const [name, secure] = nameAndSecure(app, kind)
  const left = renewed.endsAt.getTime() - app.clock.now().getTime()
  const span = renewed.remembered ? { maxAgeMs: left } : {}

  reply.append('set-cookie', formatSessionCookie(name, renewed.token, { secure, ...span }))
  return {}
}

type LogInTarget = { kind: Kind; session?: 'cookie' | 'token' | undefined }

/** Returns the response to a completed sign-in: the message with the token or the cookie. */
export async function completeLogin(
  context: CallContext,
  { kind, session: sessionType }: LogInTarget,
  open: (from: Visitor) => Promise<OpenedSession>,
) {
  const from = readVisitor(context, sessionType)
  const { token, session } = await open(from)
  const opened = { token, remembered: session.remembered, device: from.device }
  const data = await sendSessionToken(context, kind, opened, sessionType)
  return { message: 'Logged in successfully', data }
}
