import { AsyncLocalStorage } from 'node:async_hooks'

const carried = new AsyncLocalStorage<string>()

/** Whatever `work` logs, enqueues and mails bears the number of the request that began it. */
export const carry = <T>(request: string, work: () => T): T => carried.run(request, work)

/**
 * The number of the request that this work belongs to; undefined for what the house does by itself.
 */
export const carriedRequest = (): string | undefined => carried.getStore()
