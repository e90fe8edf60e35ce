import { createContext, useContext } from 'react'

const SiteNameContext = createContext<string | null>(null)

/** Provides the operator's name to every page; the root of the application renders it. */
export const SiteNameProvider = SiteNameContext.Provider

/** Renders the document title: the page's own title, then the operator's name. */
export function PageTitle({ children }: { children: string }) {
  const siteName = useContext(SiteNameContext)
  if (!siteName) throw new Error('PageTitle needs a SiteNameProvider above it')

  return <title>{`${children} · ${siteName}`}</title>
}
