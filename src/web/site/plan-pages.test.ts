import { expect, test } from 'vitest'
import { findPlanByPath, getPlanPath } from './plan-pages.ts'

const crypto = { planId: 'pln_1', family: 'crypto', name: 'BASIC' } as const
const realEstate = { planId: 'pln_2', family: 'real_estate', name: 'BASIC' } as const
const accented = { planId: 'pln_3', family: 'crypto', name: 'Élan & co.' } as const
const same = { planId: 'pln_4', family: 'crypto', name: 'ELAN CO' } as const
const foreign = { planId: 'pln_5', family: 'crypto', name: '黄金' } as const

test('Each plan on offer has an address of its own, by its family and name.', () => {
  const plans = [crypto, realEstate, accented]
  expect(plans.map((plan) => getPlanPath(plan, plans))).toEqual([
    '/plans/crypto-basic',
    '/plans/real-estate-basic',
    '/plans/crypto-elan-co',
  ])
  for (const plan of plans) expect(findPlanByPath(getPlanPath(plan, plans), plans)).toBe(plan)
  expect(findPlanByPath('/plans/crypto-basic.data', plans)).toBe(crypto)
  expect(findPlanByPath('/plans/crypto-gold', plans)).toBeUndefined()
})

test('Plans whose names read alike, or have no Latin letter, are found by their id.', () => {
  const plans = [accented, same, foreign]
  const paths = ['/plans/pln_3', '/plans/pln_4', '/plans/pln_5']
  expect(plans.map((plan) => getPlanPath(plan, plans))).toEqual(paths)
  expect(paths.map((path) => findPlanByPath(path, plans))).toEqual(plans)
})
