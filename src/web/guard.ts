import { type LoaderFunctionArgs, redirect } from 'react-router'
import { SESSION_ENDED } from '#platform/client/signed-out.ts'
import type { AdminOnCall, MemberOnCall } from '#platform/http/http.ts'
import { sessionContext } from './context.ts'

type GuardArgs = Pick<LoaderFunctionArgs, 'context' | 'request'>

/**
 * Returns the redirect to the login. A page that the router reads as data was opened from within
 * the application, so its session has ended meanwhile; the parameters that the router adds to such
 * a read are none of the page's.
 */
function buildLoginRedirect(page: string, { request }: GuardArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const isRead = pathname.endsWith('.data')
  if (isRead) searchParams.delete('_routes')

  const next = [pathname.replace(/\.data$/, ''), searchParams].filter(String).join('?')

  return redirect(`${page}?next=${encodeURIComponent(next)}${isRead ? `&${SESSION_ENDED}` : ''}`)
}

/** Returns the page's signed-in member. Throws a redirect to the login, which leads back. */
export async function requireMember(args: GuardArgs): Promise<MemberOnCall> {
  const session = await args.context.get(sessionContext)('member')
  if (session?.who.kind !== 'member') throw buildLoginRedirect('/login', args)
  return session.who
}

/** The page on which required second factors are set up. */
const SET_UP_AT = '/admin-dashboard/security'

/**
 * Returns the page's signed-in staff member. Throws a redirect to the staff login, which leads
 * back.
 */
export async function requireAdmin(args: GuardArgs): Promise<AdminOnCall> {
  const session = await args.context.get(sessionContext)('admin')
  if (session?.who.kind !== 'admin') throw buildLoginRedirect('/admin-login', args)
  if (session.awaits && !new URL(args.request.url).pathname.startsWith(SET_UP_AT))
    throw redirect(SET_UP_AT)
  return session.who
}
