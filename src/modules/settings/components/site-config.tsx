import { createContext, type ReactNode, useContext } from 'react'
import type { FilmFiles } from '#ui/art/film.tsx'

/** The operator's public details, which every page can show. */
export type SiteConfig = {
  mode: 'sandbox' | 'live'
  legalName: string
  /** The operator's public name. */
  brand: string
  address: string
  email: string
  registration: string
  phone: string | null
  /** The operator's location for a map. */
  place: { latitude: number; longitude: number } | null
  social: readonly { label: string; url: string }[]
  jobs: readonly { title: string; place: string; pay: string; text: string }[]
  /** Paths of the services that the operator offers; null where all are shown as samples. */
  services: readonly string[] | null
  /** The public URL without a trailing slash. */
  url: string
  /** True if search engines may index the site. */
  indexable: boolean
  /** The operator's films and pictures at the top of public pages, by the page's name. */
  films: Readonly<Record<string, FilmFiles>>
  /** True if brand.json sets colours. */
  coloured: boolean
  year: number
}

const SiteConfigContext = createContext<SiteConfig | null>(null)

export const SiteConfigProvider = SiteConfigContext.Provider

/** Returns the operator's details; throws outside a `SiteConfigProvider`. */
export function useSiteConfig(): SiteConfig {
  const siteConfig = useContext(SiteConfigContext)
  if (!siteConfig) throw new Error('useSiteConfig needs a SiteConfigProvider above it')
  return siteConfig
}

export const SANDBOX_MARK = 'Sandbox: all money here is simulated'

/** Returns the label that every page of the sandbox shows; undefined in live. */
export function useMark(): ReactNode {
  return useSiteConfig().mode === 'sandbox' ? SANDBOX_MARK : undefined
}
