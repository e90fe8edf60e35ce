import { createContext } from 'react-router'
import type { FormAnswer } from '#modules/enquiries/api.ts'
import type { EnquiryKind } from '#modules/enquiries/model.ts'
import type { App } from '#platform/app.ts'
import type { Session } from '#platform/http/http.ts'

/** The app for loaders of server-rendered pages; loaders only read. */
export const appContext = createContext<App>()

/** Finds the session of the page's request, a member's or a staff member's. */
export const sessionContext = createContext<(kind: 'member' | 'admin') => Promise<Session | null>>()

/** The address of the script that enhances the public pages. */
export const siteScriptContext = createContext<string>('')

/** Forms that work without JavaScript: `stamp` signs the form, `take` reads its submission. */
export const formContext = createContext<{
  stamp(): string
  take(request: Request, kind: EnquiryKind): Promise<FormAnswer>
}>()

/** True if a loader of this page met a database that can't be reached. */
export const outageContext = createContext<{ met: boolean }>()

/** The nonce of this response's scripts. */
export const nonceContext = createContext<string>()
