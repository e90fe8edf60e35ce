import { createContext } from 'react-router'
import type { FormAnswer } from '#modules/enquiries/api.ts'
import type { EnquiryKind } from '#modules/enquiries/model.ts'
import type { App } from '#platform/app.ts'
import type { Session } from '#platform/http/http.ts'

/** What a loader of a server-rendered page may read from; loaders only read. */
export const appContext = createContext<App>()

/** Looks up the session that the page's request carries, of a member or of the staff. */
export const sessionContext = createContext<(kind: 'member' | 'admin') => Promise<Session | null>>()

/** Where the browser finds what wakes the public pages. */
export const siteScriptContext = createContext<string>('')

/**
 * Forms of pages that work without JavaScript: signs what is handed out, and takes what comes back
 * for the page to show.
 */
export const formContext = createContext<{
  stamp(): string
  take(request: Request, kind: EnquiryKind): Promise<FormAnswer>
}>()

/** The nonce that this answer's scripts carry. */
export const nonceContext = createContext<string>()
