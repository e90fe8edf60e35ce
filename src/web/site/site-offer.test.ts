import { expect, test } from 'vitest'
import { getSiteOffer } from './site-offer.ts'

const brand = { services: null, purposes: null }
const config = (MODE: 'sandbox' | 'live', brandOverrides = {}) =>
  ({ MODE, brand: { ...brand, ...brandOverrides } }) as Parameters<typeof getSiteOffer>[0]

test('The sandbox offers every sample, live mode only what the operator has confirmed.', () => {
  expect(getSiteOffer(config('sandbox'))).toEqual({ services: null, purposes: null })
  expect(getSiteOffer(config('live'))).toEqual({ services: [], purposes: [] })
  expect(getSiteOffer(config('live', { services: ['/gold'] }))).toEqual({
    services: ['/gold'],
    purposes: [],
  })
})
