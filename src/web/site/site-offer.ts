import type { Config } from '#platform/config.ts'

/** What of the sample services and purposes is shown; null shows all. */
export type SiteOffer = { services: readonly string[] | null; purposes: readonly string[] | null }

/** In the sandbox all samples, in live only what the operator has confirmed that it offers. */
export function getSiteOffer({ MODE, brand }: Pick<Config, 'MODE' | 'brand'>): SiteOffer {
  const live = MODE === 'live'
  return {
    services: brand.services ?? (live ? [] : null),
    purposes: brand.purposes ?? (live ? [] : null),
  }
}
