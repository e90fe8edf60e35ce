import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLazyPart, runOnFirstInteraction } from './lazy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a late part is fetched once, however many want it, and everybody who watches hears of it', async () => {
  const load = vi.fn(async () => 'dialogs')
  const part = createLazyPart(load)
  const heard = vi.fn()

  part.watch(heard)
  expect([part.now(), load.mock.calls.length]).toEqual([undefined, 0])

  part.want()
  part.want()
  await vi.advanceTimersByTimeAsync(0)
  part.want()

  expect([part.now(), load.mock.calls.length, heard.mock.calls.length]).toEqual(['dialogs', 1, 1])
})

test('a part that could not be fetched is tried again until it is there or nobody wants it', async () => {
  const load = vi.fn(async () => 'dialogs').mockRejectedValue(new Error('offline'))
  const part = createLazyPart(load)
  const stop = part.want()

  await vi.advanceTimersByTimeAsync(3_000)
  expect(load).toHaveBeenCalledTimes(2)

  stop()
  await vi.advanceTimersByTimeAsync(10_000)

  expect(load).toHaveBeenCalledTimes(2)

  load.mockResolvedValue('dialogs')
  part.want()
  await vi.advanceTimersByTimeAsync(0)

  expect(part.now()).toBe('dialogs')
})

test('the first touch of the page acts, and no other', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))

  const undo = vi.fn()
  const act = vi.fn(() => undo)
  const stop = runOnFirstInteraction(act)

  expect(act).not.toHaveBeenCalled()

  page.dispatchEvent(new Event('keydown'))
  page.dispatchEvent(new Event('pointermove'))

  expect(act).toHaveBeenCalledTimes(1)

  stop()
  expect(undo).toHaveBeenCalledTimes(1)
})
