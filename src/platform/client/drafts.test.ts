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

test('a draft is there again until it is sent or somebody logs out, and nothing else goes with it', () => {
  saveDraft('withdraw', { amount: '5', picked: ['a'] })
  expect(findDraft('withdraw')).toEqual({ amount: '5', picked: ['a'] })

  saveDraft('withdraw', null)
  expect(findDraft('withdraw')).toEqual({})

  saveDraft('withdraw', { amount: '5' })
  clearDrafts()

  expect(findDraft('withdraw')).toEqual({})
  expect(sessionStorage.getItem('other')).toBe('stays')
})

test('what cannot be read, or a browser that stores nothing, is an empty form', () => {
  sessionStorage.setItem('draft:withdraw', '{')
  expect(findDraft('withdraw')).toEqual({})
  vi.stubGlobal('sessionStorage', undefined)
  expect(findDraft('withdraw')).toEqual({})
  expect(() => saveDraft('withdraw', {})).not.toThrow()
})

test('somebody else at the same browser finds nothing of the one before, whose own draft survives a log-in', () => {
  claimDrafts('mem_one')
  saveDraft('withdraw', { amount: '5', address: 'mine' })
  claimDrafts('mem_one')

  expect(findDraft('withdraw')).toEqual({ amount: '5', address: 'mine' })

  claimDrafts('mem_two')
  expect(findDraft('withdraw')).toEqual({})
})
