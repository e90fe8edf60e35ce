import { useEffect, useSyncExternalStore } from 'react'

const TOUCHES = ['pointermove', 'pointerdown', 'touchstart', 'click', 'keydown'] as const
const AGAIN_MS = 2_000

/** A part of the pages that none needs to show itself, such as what draws dialogs. */
export type Late<Part> = {
  /** The part, once it is there. */
  now(): Part | undefined
  /** Calls back when it is there. Answers how to stop. */
  watch(onHere: () => void): () => void
  /** Fetches it, again and again where that fails. Answers how to stop trying. */
  want(): () => void
}

/** A part that is fetched when it is first wanted. */
export function late<Part>(load: () => Promise<Part>): Late<Part> {
  let part: Part | undefined
  let loading: Promise<void> | undefined
  const watchers = new Set<() => void>()
  const fetched = async () => {
    part = await load()
    for (const tell of watchers) tell()
  }

  const fetch = () => {
    loading ??= fetched().finally(() => {
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
      const attempt = () => {
        if (part || stopped) return
        fetch().catch(() => {
          again = setTimeout(attempt, AGAIN_MS)
        })
      }

      attempt()

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
export function useLate<Part>(part: Late<Part>, wanted: boolean): Part | undefined {
  const here = useSyncExternalStore(part.watch, part.now, () => undefined)
  const waits = here === undefined
  useEffect(() => (waits && wanted ? part.want() : undefined), [part, wanted, waits])
  useEffect(() => (waits ? whenTouched(part.want) : undefined), [part, waits])
  return here
}

/** Calls back once, at the first sign of somebody at the page. Answers how to stop. */
export function whenTouched(act: () => () => void): () => void {
  let undo: (() => void) | undefined
  const stop = () => {
    for (const touch of TOUCHES) removeEventListener(touch, touched, { capture: true })
  }
  const touched = () => {
    stop()
    undo = act()
  }

  for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, passive: true })

  return () => {
    stop()
    undo?.()
  }
}
