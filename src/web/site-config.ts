import { useRouteLoaderData } from 'react-router'
import type { SiteConfig } from '#modules/settings/components/site-config.tsx'

/** Returns the site configuration, undefined where the root itself failed to load. */
export const useOptionalSiteConfig = () => useRouteLoaderData('root') as SiteConfig | undefined
