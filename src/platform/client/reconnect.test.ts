import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError, createUnreachedError } from './call-error.ts'
import { sendUntilReached } from './reconnect.ts'

const page = new EventTarget()
let isOnline = true

beforeEach(() => {
  isOnline = true
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns an attempt that is lost a number of times before it is answered, and its count. */
function loseFirst(times: number, error: Error = createUnreachedError()) {
  const counts = { attempts: 0, lost: 0 }
  const attempt = async () => {
    counts.attempts += 1
    if (counts.attempts <= times) throw error
    return 'stored'
  }
  const onLost = () => {
    counts.lost += 1
  }

  return { counts, attempt, onLost }
}

test('A lost upload is sent again after a pause, until it is stored.', async () => {
  const { counts, attempt, onLost } = loseFirst(2)
  const sent = sendUntilReached(attempt, { signal: new AbortController().signal, onLost })

  await vi.advanceTimersByTimeAsync(999)
  expect(counts).toEqual({ attempts: 1, lost: 1 })
  await vi.advanceTimersByTimeAsync(2_001)

  await expect(sent).resolves.toBe('stored')
  expect(counts).toEqual({ attempts: 3, lost: 2 })
})

test('A device that is offline sends nothing until it is online again.', async () => {
  const { counts, attempt, onLost } = loseFirst(1)
  isOnline = false
  const sent = sendUntilReached(attempt, { signal: new AbortController().signal, onLost })

  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(counts.attempts).toBe(1)

  isOnline = true
  page.dispatchEvent(new Event('online'))
  await expect(sent).resolves.toBe('stored')
})

test('A server that stays away ends the attempts with its error.', async () => {
  const { counts, attempt, onLost } = loseFirst(Number.POSITIVE_INFINITY)
  const sent = sendUntilReached(attempt, { signal: new AbortController().signal, onLost })
  const failed = expect(sent).rejects.toThrow('We can’t reach the server')

  await vi.runAllTimersAsync()
  await failed
  expect(counts.attempts).toBe(7)
})

test('A rejected file and a cancelled upload are not sent again.', async () => {
  const rejected = loseFirst(9, new CallError(415, 'file_type', 'Please choose another file.'))
  await expect(
    sendUntilReached(rejected.attempt, { ...rejected, signal: new AbortController().signal }),
  ).rejects.toThrow('Please choose another file.')
  expect(rejected.counts).toEqual({ attempts: 1, lost: 0 })

  const controller = new AbortController()
  const cancelled = loseFirst(9)
  const sent = sendUntilReached(cancelled.attempt, { ...cancelled, signal: controller.signal })
  const failed = expect(sent).rejects.toThrow()

  await vi.advanceTimersByTimeAsync(10)
  controller.abort()
  await failed
  await vi.runAllTimersAsync()
  expect(cancelled.counts.attempts).toBe(1)
})
