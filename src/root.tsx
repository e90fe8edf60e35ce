import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
} from 'react-router'
import { type House, HouseProvider } from '#modules/settings/components/house.tsx'
import { getSetting } from '#modules/settings/queries.ts'
import { openQueryClient } from '#platform/client/query-client.ts'
import { Toaster } from '#ui/status/toaster.tsx'
import { fontPreloads } from '#ui/styles.ts'
import { themeScript } from '#ui/theme/theme-script.ts'
import { appContext } from './web/context.ts'
import { Failure } from './web/failure.tsx'
import { useNonce } from './web/nonce.tsx'

export const links = () => fontPreloads

/** Who runs this house, read once for every page. */
export async function loader({ context }: LoaderFunctionArgs): Promise<House> {
  const app = context.get(appContext)
  const operator = await getSetting(app.db, app.config, 'operator')
  return {
    ...operator,
    mode: app.config.MODE,
    year: app.clock.now().getUTCFullYear(),
  }
}

/** The operator's details don't change from page to page. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, which keeps the chosen theme from flashing */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  const house = useLoaderData<typeof loader>()
  const [queries] = useState(openQueryClient)
  return (
    <HouseProvider value={house}>
      <QueryClientProvider client={queries}>
        <Outlet />
        <Toaster />
      </QueryClientProvider>
    </HouseProvider>
  )
}

export const ErrorBoundary = Failure
