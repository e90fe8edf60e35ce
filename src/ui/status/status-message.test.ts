import { expect, test, vi } from 'vitest'
import {
  closeErrorToasts,
  hasWaiting,
  showToast,
  subscribeToToasts,
  watchWaiting,
} from './status-message.ts'

const saved = { type: 'success', text: 'Saved.' } as const
const failed = { type: 'error', text: 'It failed.' } as const

test('Messages before the toast list is ready are shown later, in order and once.', () => {
  const heard = vi.fn()
  const stopWatching = watchWaiting(heard)

  showToast(saved)
  showToast(failed)

  expect([hasWaiting(), heard.mock.calls.length]).toEqual([true, 2])

  const shown = vi.fn()
  const stop = subscribeToToasts({ show: shown, closeErrors: vi.fn() })

  showToast(saved)
  expect(shown.mock.calls).toEqual([[saved], [failed], [saved]])
  expect(hasWaiting()).toBe(false)

  stop()
  stopWatching()
  showToast(failed)

  expect([shown.mock.calls.length, heard.mock.calls.length]).toEqual([3, 2])
  closeErrorToasts()
})

test('Errors whose cause is gone are closed, and those that wait are never shown.', () => {
  showToast(failed)
  showToast(saved)
  closeErrorToasts()

  const show = vi.fn()
  const closeErrors = vi.fn()
  const stop = subscribeToToasts({ show, closeErrors })
  expect(show.mock.calls).toEqual([[saved]])

  closeErrorToasts()
  expect(closeErrors).toHaveBeenCalledOnce()
  stop()
})
