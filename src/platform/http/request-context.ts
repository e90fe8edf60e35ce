import { AsyncLocalStorage } from 'node:async_hooks'

const requestContext = new AsyncLocalStorage<string>()

/** Runs `work` so that its log lines, jobs and mails carry the id of the request that caused it. */
export const carry = <T>(request: string, work: () => T): T => requestContext.run(request, work)

/** Returns the id of the request that this work belongs to; undefined for scheduled work. */
export const getRequestId = (): string | undefined => requestContext.getStore()
