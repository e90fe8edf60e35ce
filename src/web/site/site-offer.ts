import type { Config } from '#platform/config.ts'

/** The services and purposes shown; null shows all. */
export type SiteOffer = { services: readonly string[] | null; purposes: readonly string[] | null }

/**
 * Returns the offer: every sample in the sandbox, only what the operator has confirmed in live
 * mode.
 */
export function getSiteOffer({ MODE, brand }: Pick<Config, 'MODE' | 'brand'>): SiteOffer {
  const live = MODE === 'live'
  return {
    services: brand.services ?? (live ? [] : null),
    purposes: brand.purposes ?? (live ? [] : null),
  }
}
