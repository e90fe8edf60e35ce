import { createContext } from 'react-router'
import type { App } from '#platform/app.ts'
import type { Session } from '#platform/http.ts'

/** What a loader of a server-rendered page may read from; loaders only read. */
export const appContext = createContext<App>()

/** The session that the page's request carries, looked up once and only when asked for. */
export const sessionContext = createContext<() => Promise<Session | null>>()

/** The nonce that this answer's scripts carry. */
export const nonceContext = createContext<string>()
