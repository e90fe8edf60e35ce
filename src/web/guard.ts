import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { AdminOnCall, MemberOnCall } from '#platform/http/http.ts'
import { sessionContext } from './context.ts'

type GuardArgs = Pick<LoaderFunctionArgs, 'context' | 'request'>

const buildLoginRedirect = (page: string, { request }: GuardArgs) => {
  const { pathname, search } = new URL(request.url)
  return redirect(`${page}?next=${encodeURIComponent(pathname.replace(/\.data$/, '') + search)}`)
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
