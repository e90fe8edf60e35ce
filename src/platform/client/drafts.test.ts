import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimDrafts, clearDrafts, findDraft, saveDraft } from './drafts.ts'

beforeEach(() => {
  const stored: Record<string, string> = { other: 'stays' }
  const access = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => Object.assign(stored, { [name]: value }),
    removeItem: (name: string) => delete stored[name],
  }

  const hidden = Object.fromEntries(
    Object.entries(access).map(([name, value]) => [name, { value, enumerable: false }]),
  )
  vi.stubGlobal('sessionStorage', Object.defineProperties(stored, hidden))
})
afterEach(() => vi.unstubAllGlobals())

test('a draft is restored until it is sent or the member logs out; other storage stays', () => {
  saveDraft('withdraw', { amount: '5', picked: ['a'] })
  expect(findDraft('withdraw')).toEqual({ amount: '5', picked: ['a'] })

  saveDraft('withdraw', null)
  expect(findDraft('withdraw')).toEqual({})

  saveDraft('withdraw', { amount: '5' })
  clearDrafts()

  expect(findDraft('withdraw')).toEqual({})
  expect(sessionStorage.getItem('other')).toBe('stays')
})

test('an unreadable draft or a browser without storage gives an empty form', () => {
  sessionStorage.setItem('draft:withdraw', '{')
  expect(findDraft('withdraw')).toEqual({})
  vi.stubGlobal('sessionStorage', undefined)
  expect(findDraft('withdraw')).toEqual({})
  expect(() => saveDraft('withdraw', {})).not.toThrow()
})

test('another member in the browser sees no draft; the own draft survives a log-in', () => {
  claimDrafts('mem_one')
  saveDraft('withdraw', { amount: '5', address: 'mine' })
  claimDrafts('mem_one')

  expect(findDraft('withdraw')).toEqual({ amount: '5', address: 'mine' })

  claimDrafts('mem_two')
  expect(findDraft('withdraw')).toEqual({})
})
