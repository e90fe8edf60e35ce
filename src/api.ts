import type { AnyRouter } from '@orpc/server'

/** What answers each call of contract.ts. */
export const router: AnyRouter = {}
