import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SETTING_LABELS } from './setting-labels.tsx'

test('Blocked countries are picked by name and submitted as codes, never all at once.', () => {
  const { fields, parse } = SETTING_LABELS.countries
  const html = renderToStaticMarkup(fields({ blocked: ['KP', 'IR'] }))
  expect(html).toContain('Remove North Korea')
  expect(html).not.toContain('All countries')

  const [, submitted] = /name="countries\.blocked" value="([^"]*)"/.exec(html) ?? []
  expect(parse({ 'countries.blocked': submitted ?? '' })).toEqual({ blocked: ['KP', 'IR'] })
})

test('The amount from which two admins approve is sent in dollars, as it was typed.', () => {
  const { fields, parse } = SETTING_LABELS.withdrawals
  const value = { statedHours: 24, walletCoolDownHours: 24, secondAdminFrom: '10000.00' }
  expect(renderToStaticMarkup(fields(value))).toContain('value="10000.00"')

  for (const typed of ['10000.000', '1.005', '10000'])
    expect(parse({ 'withdrawals.secondAdminFrom': typed })).toMatchObject({
      secondAdminFrom: typed,
    })
})

test('A percentage is sent in basis points exactly, or as it was typed.', () => {
  const send = (typed: string) => SETTING_LABELS.plans.parse({ 'plans.targetWarningBps': typed })
  expect(send('25.5')).toEqual({ targetWarningBps: 2_550 })
  for (const typed of ['1.005', '1e1', '-1'])
    expect(send(typed)).toEqual({ targetWarningBps: typed })
})
