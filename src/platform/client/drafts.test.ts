import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findDraft, forgetDrafts, keepDraft, ownDrafts } from './drafts.ts'

beforeEach(() => {
  const kept: Record<string, string> = { other: 'stays' }
  const access = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => Object.assign(kept, { [name]: value }),
    removeItem: (name: string) => delete kept[name],
  }

  const hidden = Object.fromEntries(
    Object.entries(access).map(([name, value]) => [name, { value, enumerable: false }]),
  )
  vi.stubGlobal('sessionStorage', Object.defineProperties(kept, hidden))
})
afterEach(() => vi.unstubAllGlobals())

test('a draft is there again until it is sent or somebody logs out, and nothing else goes with it', () => {
  keepDraft('withdraw', { amount: '5', picked: ['a'] })
  expect(findDraft('withdraw')).toEqual({ amount: '5', picked: ['a'] })

  keepDraft('withdraw', null)
  expect(findDraft('withdraw')).toEqual({})

  keepDraft('withdraw', { amount: '5' })
  forgetDrafts()

  expect(findDraft('withdraw')).toEqual({})
  expect(sessionStorage.getItem('other')).toBe('stays')
})

test('what cannot be read, or a browser that stores nothing, is an empty form', () => {
  sessionStorage.setItem('draft:withdraw', '{')
  expect(findDraft('withdraw')).toEqual({})
  vi.stubGlobal('sessionStorage', undefined)
  expect(findDraft('withdraw')).toEqual({})
  expect(() => keepDraft('withdraw', {})).not.toThrow()
})

test('somebody else at the same browser finds nothing of the one before, whose own draft survives a log-in', () => {
  ownDrafts('mem_one')
  keepDraft('withdraw', { amount: '5', address: 'mine' })
  ownDrafts('mem_one')

  expect(findDraft('withdraw')).toEqual({ amount: '5', address: 'mine' })

  ownDrafts('mem_two')
  expect(findDraft('withdraw')).toEqual({})
})
