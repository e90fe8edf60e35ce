import { createContext } from 'react-router'
import type { App } from '#platform/app.ts'
import type { Session } from '#platform/http.ts'

/** What a loader of a server-rendered page may read from; loaders only read. */
export const appContext = createContext<App>()

/** Looks up the session that the page's request carries, of a member or of the staff. */
export const sessionContext = createContext<(wanted: 'member' | 'admin') => Promise<Session | null>>()

/** The nonce that this answer's scripts carry. */
export const nonceContext = createContext<string>()
