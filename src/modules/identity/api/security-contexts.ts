import type { CallContext } from '#platform/http/http.ts'
import type { Person } from '../model.ts'
import { assertRecentAuth } from '../queries.ts'
import type { calls } from './calls.ts'

export type Calls = typeof calls.memberSecurity

export type Contexts = ReturnType<typeof buildContexts>

export function buildContexts(who: (context: CallContext) => Person) {
  const toSecurityContext = (context: CallContext) => ({
    app: context.app,
    person: who(context),
    sessionId: context.session?.id ?? '',
  })

  const requireRecentAuth = async (context: CallContext) => {
    await assertRecentAuth(context.app, context.session)
    return toSecurityContext(context)
  }

  return { toSecurityContext, requireRecentAuth }
}
