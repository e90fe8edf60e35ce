import type { AnyRouter } from '@orpc/server'
import type { ResolveSession } from '#platform/http.ts'

/** What answers each call of contract.ts: each module's api.ts is added here. */
export const router: AnyRouter = {}

/** Finds the session that a request carries. */
export const resolveSession: ResolveSession = async () => null
