import { createContext, type ReactNode, useContext } from 'react'
import type { FilmFiles } from '#ui/art/film.tsx'

/** Who runs this installation, as far as every page needs to know. */
export type SiteConfig = {
  mode: 'sandbox' | 'live'
  legalName: string
  /** What the firm calls itself in front of people. */
  brand: string
  address: string
  email: string
  registration: string
  phone: string | null
  /** Where the office is on a map. */
  place: { latitude: number; longitude: number } | null
  social: readonly { label: string; url: string }[]
  jobs: readonly { title: string; place: string; pay: string; text: string }[]
  /** Paths of the services that the operator offers; null where all are shown as samples. */
  services: readonly string[] | null
  /** The public address, without a slash at its end. */
  url: string
  /** Whether search engines may list it. */
  indexable: boolean
  /** The operator's films and pictures at the top of public pages, by the page's name. */
  films: Readonly<Record<string, FilmFiles>>
  /** Whether the operator has colours of its own. */
  coloured: boolean
  year: number
}

const SiteConfigContext = createContext<SiteConfig | null>(null)

export const SiteConfigProvider = SiteConfigContext.Provider

/** The operator's details that the root of the page has read. */
export function useSiteConfig(): SiteConfig {
  const siteConfig = useContext(SiteConfigContext)
  if (!siteConfig) throw new Error('useSiteConfig needs a SiteConfigProvider above it')
  return siteConfig
}

export const SANDBOX_MARK = 'Sandbox: all money here is simulated'

/** The mark that every page of the sandbox carries; nothing in live. */
export function useMark(): ReactNode {
  return useSiteConfig().mode === 'sandbox' ? SANDBOX_MARK : undefined
}
