import { expect, test } from 'vitest'
import { offeredBy } from './offered.ts'

const brand = { services: null, purposes: null }
const config = (MODE: 'sandbox' | 'live', said = {}) =>
  ({ MODE, brand: { ...brand, ...said } }) as Parameters<typeof offeredBy>[0]

test('the sandbox shows every sample, in live only what the operator has confirmed', () => {
  expect(offeredBy(config('sandbox'))).toEqual({ services: null, purposes: null })
  expect(offeredBy(config('live'))).toEqual({ services: [], purposes: [] })
  expect(offeredBy(config('live', { services: ['/gold'] }))).toEqual({
    services: ['/gold'],
    purposes: [],
  })
})
