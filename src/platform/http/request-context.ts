import { AsyncLocalStorage } from 'node:async_hooks'

const requestContext = new AsyncLocalStorage<string>()

/** Whatever `work` logs, enqueues and mails bears the number of the request that began it. */
export const carry = <T>(request: string, work: () => T): T => requestContext.run(request, work)

/**
 * The number of the request that this work belongs to; undefined for what the house does by itself.
 */
export const getRequestId = (): string | undefined => requestContext.getStore()
