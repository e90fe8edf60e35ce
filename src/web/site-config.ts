import { useRouteLoaderData } from 'react-router'
import type { SiteConfig } from '#modules/settings/components/site-config.tsx'

export const RISK_WARNING =
  'Investing puts your money at risk. You may get back less than you put in, and no return ' +
  'is promised.'

/**
 * Above every public page, in the words that one regulator prescribes; an operator elsewhere has
 * others.
 */
export const RISK_STRIP =
  'Don’t invest unless you’re prepared to lose all the money you invest. This is a ' +
  'high-risk investment and you should not expect to be protected if something goes wrong.'

/** The house where the root itself may have failed. */
export const useOptionalSiteConfig = () => useRouteLoaderData('root') as SiteConfig | undefined
