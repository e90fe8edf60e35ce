import type { AnyRouter } from '@orpc/server'
import { resumeSession } from '#modules/identity/commands/resume-session.ts'
import { type Admin, cookieName, type Member, type SignedIn } from '#modules/identity/model.ts'
import { marketApi } from '#modules/market/api.ts'
import { plansApi } from '#modules/plans/api.ts'
import { settingsApi } from '#modules/settings/api.ts'
import type { App } from '#platform/app.ts'
import type { ResolveSession, Session } from '#platform/http.ts'
import { readCookie } from '#platform/http-cookies.ts'

declare module '#platform/http.ts' {
  interface Callers {
    member: Member
    admin: Admin
  }
}

/** What answers each call of contract.ts: each module's api.ts is added here. */
export const router: AnyRouter = {
  settings: settingsApi,
  market: marketApi,
  plans: plansApi,
}

/** Finds the session of a request: a program's bearer token, or the browser's cookie of a member or of the staff. */
export const resolveSession: ResolveSession = async (app, headers, wanted) => {
  const bearer = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer) return sessionOf(app, bearer, 'bearer')
  for (const kind of wanted ? [wanted] : (['member', 'admin'] as const)) {
    const token = readCookie(headers, cookieName(kind, app.config.PUBLIC_URL))
    const session = token ? await sessionOf(app, token, 'cookie') : null
    if (session?.who.kind === kind) return session
  }
  return null
}

async function sessionOf(app: App, token: string, via: Session['via']): Promise<Session | null> {
  const found: SignedIn | null = await resumeSession(app, { token })
  if (!found) return null
  return { id: found.session.id, via, who: found.kind === 'member' ? found.member : found.admin }
}
