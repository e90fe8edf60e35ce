import { expect, test } from 'vitest'
import { findUnbounded, splitChange } from './controls.ts'

test('without a threshold every amount passes: removing one loosens, setting one does not', () => {
  const set = { secondAdminFrom: '1000000', walletCoolDownHours: '24' }
  const unset = { ...set, secondAdminFrom: null }

  expect(splitChange<object>('withdrawals', set, unset)).toEqual({
    free: set,
    looser: { secondAdminFrom: null },
  })
  expect(splitChange<object>('withdrawals', unset, set)).toEqual({ free: set, looser: {} })
  expect(splitChange<object>('withdrawals', unset, unset)).toEqual({ free: unset, looser: {} })
})

test('a higher threshold and a shorter wait loosen; the other way and no change do not', () => {
  const change = (secondAdminFrom: string, walletCoolDownHours: string) =>
    splitChange<object>(
      'withdrawals',
      { secondAdminFrom: '1000000', walletCoolDownHours: '24' },
      { secondAdminFrom, walletCoolDownHours },
    ).looser

  expect(change('1000000', '24')).toEqual({})
  expect(change('1000001', '24')).toEqual({ secondAdminFrom: '1000001' })
  expect(change('999999', '23')).toEqual({ walletCoolDownHours: '23' })
  expect(change('999999', '25')).toEqual({})
})

test('a country that is no longer blocked waits, and one that is added counts at once', () => {
  const change = splitChange('countries', { blocked: ['IR', 'KP'] }, { blocked: ['KP', 'SY'] })
  expect(change).toEqual({
    free: { blocked: ['IR', 'KP', 'SY'] },
    looser: { blocked: ['KP', 'SY'] },
  })
})

test('two admins can’t loosen beyond the bound either', () => {
  expect(findUnbounded('confirmations', { bitcoin: '1', ethereum: null })).toBeNull()
  expect(findUnbounded('confirmations', { bitcoin: '0' })).toBe('bitcoin')
  expect(findUnbounded('deposits', { automaticUpTo: '1000000' })).toBeNull()
  expect(findUnbounded('deposits', { automaticUpTo: '1000001' })).toBe('automaticUpTo')
})
