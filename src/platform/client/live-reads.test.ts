import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen, refreshReads } from './live-reads.ts'

class Line {
  static readonly CLOSED = 2
  static readonly all: Line[] = []
  readyState = 1
  onopen = () => {}
  onerror = () => {}
  changed = () => {}
  constructor() {
    Line.all.push(this)
  }
  addEventListener(_: string, listener: () => void) {
    this.changed = listener
  }
  close() {
    this.readyState = Line.CLOSED
  }
  /** As the browser does with an answer that isn't an event stream: it never tries again. */
  rejectConnection() {
    this.readyState = Line.CLOSED
    this.onerror()
  }
}

const read = vi.fn()
let stop = () => {}
const line = () => Line.all.at(-1) as Line

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Line)
  Line.all.length = 0
  read.mockClear()
  stop = listen('/api/events?for=member', read)
  line().onopen()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('several changes at once cause one read, and the first connection causes none', () => {
  vi.advanceTimersByTime(1_000)
  expect(read).not.toHaveBeenCalled()
  for (let times = 0; times < 3; times += 1) line().changed()
  vi.advanceTimersByTime(1_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test('after a broken connection everything is read again', () => {
  line().onerror()
  line().onopen()
  vi.advanceTimersByTime(1_000)
  expect(read).toHaveBeenCalledTimes(1)
  expect(Line.all, 'the browser reopened it by itself').toHaveLength(1)
})

test('a rejected connection is retried with pauses that double up to half a minute', () => {
  const pauses: number[] = []
  for (let times = 0; times < 6; times += 1) {
    const before = Line.all.length
    line().rejectConnection()

    let waited = 0
    while (Line.all.length === before && waited < 60_000) {
      vi.advanceTimersByTime(1_000)
      waited += 1_000
    }

    pauses.push(waited)
  }

  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])

  line().onopen()
  vi.advanceTimersByTime(1_000)

  expect(read).toHaveBeenCalledTimes(1)
})

test('after closing, no event is delivered and no connection is opened', () => {
  line().changed()
  line().rejectConnection()
  stop()
  vi.advanceTimersByTime(60_000)

  expect(read).not.toHaveBeenCalled()
  expect(Line.all).toHaveLength(1)
})

test('a change during a first read is read once more, so that nothing displayed is stale', async () => {
  const answers: ((answer: string) => void)[] = []
  const queries = new QueryClient()
  const queryFn = () =>
    new Promise<string>((resolve) => {
      answers.push(resolve)
    })
  const end = new QueryObserver(queries, { queryKey: ['positions'], queryFn }).subscribe(() => {})

  void refreshReads(queries)
  answers[0]?.('as before the change')
  await vi.advanceTimersByTimeAsync(10)
  expect(answers).toHaveLength(2)

  answers[1]?.('as after it')
  await vi.advanceTimersByTimeAsync(10)
  expect(queries.getQueryData(['positions'])).toBe('as after it')

  void refreshReads(queries)
  await vi.advanceTimersByTimeAsync(10)
  answers[2]?.('later')
  await vi.advanceTimersByTimeAsync(10)
  expect(answers, 'one read a change, once something is displayed').toHaveLength(3)
  end()
})
