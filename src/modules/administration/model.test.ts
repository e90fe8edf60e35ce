import { expect, test } from 'vitest'
import { getDefaultSettings } from '#modules/settings/model.ts'
import { describeSettingChange, FORM_SETTINGS } from './model.ts'

const changes = (subject: string, before: unknown, after: unknown) =>
  describeSettingChange(`setting:${subject}`, { before, after })

test('The history of settings shows labels and units.', () => {
  const referral = { on: true, countries: 'all', percentageBps: 0 }
  expect(
    changes('referral', referral, { on: false, countries: ['SE', 'DE'], percentageBps: 250 }),
  ).toEqual({
    title: 'Referral reward',
    changes: [
      'Status: from on to off',
      'Available in: from all countries to Sweden, Germany',
      'Share of the first completed deposit: from 0% to 2.5%',
    ],
  })

  expect(changes('campaigns', referral, { ...referral }).changes).toEqual(['No changes'])
  expect(changes('method.ETHERIUM', { withdrawalFee: '300' }, { withdrawalFee: '450' })).toEqual({
    title: 'Ethereum: terms',
    changes: ['Withdrawal fee: from $3.00 to $4.50'],
  })

  expect(changes('legal', { terms: '2026-11-01' }, { terms: '2027-01-01' }).changes).toEqual([
    'Terms of Use: from 1 Nov 2026 to 1 Jan 2027',
  ])
  expect(changes('pauses.signUps', null, { reason: 'The books are closed.' })).toEqual({
    title: 'Sign-ups: pause',
    changes: ['Paused: The books are closed.'],
  })
  expect(changes('address.USDT', null, '0xA').changes).toEqual(['from none to 0xA'])
})

test('Every field of every setting has a label.', () => {
  const settings = getDefaultSettings('sandbox', 'Candor')
  for (const name of FORM_SETTINGS)
    for (const [field, value] of Object.entries(settings[name])) {
      const { title, changes: descriptions } = changes(name, { [field]: value }, {})
      expect([title, descriptions.join()], field).not.toEqual([name, expect.anything()])
      expect(descriptions.join()).not.toMatch(new RegExp(`^${field}:`))
    }
})
