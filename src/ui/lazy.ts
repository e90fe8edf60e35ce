import { useEffect, useSyncExternalStore } from 'react'

const TOUCHES = ['pointermove', 'pointerdown', 'touchstart', 'click', 'keydown'] as const
const AGAIN_MS = 2_000

/** A part of the pages that none needs to show itself, such as what draws dialogs. */
export type LazyPart<Part> = {
  /** The part, once it is there. */
  now(): Part | undefined
  /** Calls back when it is there. Answers how to stop. */
  watch(onHere: () => void): () => void
  /** Fetches it, again and again where that fails. Answers how to stop trying. */
  want(): () => void
}

/** A part that is fetched when it is first wanted. */
export function createLazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let part: Part | undefined
  let loading: Promise<void> | undefined
  const watchers = new Set<() => void>()
  const loadPart = async () => {
    part = await load()
    for (const notifyWatcher of watchers) notifyWatcher()
  }

  const fetch = () => {
    loading ??= loadPart().finally(() => {
      loading = undefined
    })
    return loading
  }

  return {
    now: () => part,
    watch(onHere) {
      watchers.add(onHere)
      return () => watchers.delete(onHere)
    },
    want() {
      let again: ReturnType<typeof setTimeout> | undefined
      let stopped = false
      const tryFetch = () => {
        if (part || stopped) return
        fetch().catch(() => {
          again = setTimeout(tryFetch, AGAIN_MS)
        })
      }

      tryFetch()

      return () => {
        stopped = true
        clearTimeout(again)
      }
    },
  }
}

/**
 * A late part once it is there: fetched as soon as it is wanted, and otherwise when somebody first
 * touches the page, so that it is there before it is needed.
 */
export function useLazyPart<Part>(part: LazyPart<Part>, needed: boolean): Part | undefined {
  const here = useSyncExternalStore(part.watch, part.now, () => undefined)
  const waits = here === undefined
  useEffect(() => (waits && needed ? part.want() : undefined), [part, needed, waits])
  useEffect(() => (waits ? runOnFirstInteraction(part.want) : undefined), [part, waits])
  return here
}

/** Calls back once, at the first sign of somebody at the page. Answers how to stop. */
export function runOnFirstInteraction(act: () => () => void): () => void {
  let undo: (() => void) | undefined
  const stop = () => {
    for (const touch of TOUCHES) removeEventListener(touch, handleTouch, { capture: true })
  }
  const handleTouch = () => {
    stop()
    undo = act()
  }

  for (const touch of TOUCHES)
    addEventListener(touch, handleTouch, { capture: true, passive: true })

  return () => {
    stop()
    undo?.()
  }
}
