import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLazyComponent, createRetryingLoader, onFirstInteraction } from './lazy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('A lazy component is fetched once, however often it is preloaded.', async () => {
  const load = vi.fn(async () => () => null)
  const component = createLazyComponent(load)
  expect(load).not.toHaveBeenCalled()

  component.preload()
  component.preload()
  await vi.advanceTimersByTimeAsync(0)
  await component.preload()

  expect(load).toHaveBeenCalledTimes(1)
})

test('A failed fetch is retried every two seconds until it succeeds.', async () => {
  const load = vi.fn(async () => 'dialogs').mockRejectedValueOnce(new Error('offline'))
  load.mockRejectedValueOnce(new Error('offline'))
  const loading = createRetryingLoader(load)()

  await vi.advanceTimersByTimeAsync(3_000)
  expect(load).toHaveBeenCalledTimes(2)

  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loading).toBe('dialogs')

  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(3)
})

test('Only the first interaction with the page calls back.', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))

  const callback = vi.fn()
  onFirstInteraction(callback)
  expect(callback).not.toHaveBeenCalled()

  page.dispatchEvent(new Event('focus'))
  page.dispatchEvent(new Event('pointerenter'))
  expect(callback).toHaveBeenCalledTimes(1)
})

test('A cancelled interaction listener never calls back.', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))

  const callback = vi.fn()
  onFirstInteraction(callback)()
  page.dispatchEvent(new Event('pointerenter'))

  expect(callback).not.toHaveBeenCalled()
})

test('A preloaded component renders at once, without the fallback.', async () => {
  const component = createLazyComponent(async () => () => 'ready')
  const render = () =>
    renderToString(createElement(Suspense, { fallback: 'loading' }, createElement(component)))

  expect(render()).toContain('loading')

  await component.preload()
  expect(render()).toContain('ready')
})
