import { expect, test, vi } from 'vitest'
import { hasWaiting, say, speakBy, watchWaiting } from './said.ts'

const saved = { type: 'success', text: 'Saved.' } as const
const failed = { type: 'error', text: 'It failed.' } as const

test('what was said before somebody could show it is shown then, in its order, and once', () => {
  const heard = vi.fn()
  const stopWatching = watchWaiting(heard)

  say(saved)
  say(failed)

  expect([hasWaiting(), heard.mock.calls.length]).toEqual([true, 2])

  const shown = vi.fn()
  const stop = speakBy(shown)

  say(saved)
  expect(shown.mock.calls).toEqual([[saved], [failed], [saved]])
  expect(hasWaiting()).toBe(false)

  stop()
  stopWatching()
  say(failed)

  expect([shown.mock.calls.length, heard.mock.calls.length]).toEqual([3, 2])
})
