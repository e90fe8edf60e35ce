import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'

const RETRY_MS = 2_000

/** A component that is fetched on demand, and can be fetched before it renders. */
export type LazyComponent<Props> = FunctionComponent<Props> & { preload(): Promise<unknown> }

/**
 * Returns a component that is fetched when it is preloaded or first rendered; render it inside
 * `Suspense`. Once it is fetched it renders at once, without the fallback.
 */
export function createLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = createRetryingLoader(async () => {
    loaded = await load()
    return loaded
  })

  const Pending = lazy(async () => ({ default: await preload() }))
  const Component = (props: Props) => {
    const [type] = useState<ComponentType<Props>>(() => loaded ?? Pending)
    return createElement(type, props)
  }

  return Object.assign(Component, { preload })
}

/** Returns a function that loads once, however often it is called, and retries every 2 seconds. */
export function createRetryingLoader<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  const loadWithRetries = async (): Promise<Value> => {
    for (;;) {
      try {
        return await load()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  return () => {
    loading ??= loadWithRetries()
    return loading
  }
}

/**
 * Preloads a lazy component when it is needed, or at the first pointerenter or focus on the page,
 * and returns whether to render it. It returns false on the server and during hydration.
 */
export function usePreload(component: { preload(): Promise<unknown> }, needed: boolean): boolean {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [isLoaded, setLoaded] = useState(false)

  useEffect(() => {
    if (isLoaded) return
    const load = () => void component.preload().then(() => setLoaded(true))
    if (needed) return load()
    return onFirstInteraction(load)
  }, [component, needed, isLoaded])

  return isHydrated && (needed || isLoaded)
}

const INTERACTIONS = ['pointerenter', 'focus'] as const

/** Calls back at the first pointerenter or focus on the page. Returns a function that cancels. */
export function onFirstInteraction(callback: () => void): () => void {
  const cancel = () => {
    for (const type of INTERACTIONS) removeEventListener(type, handle, { capture: true })
  }
  const handle = () => {
    cancel()
    callback()
  }

  for (const type of INTERACTIONS) addEventListener(type, handle, { capture: true, passive: true })

  return cancel
}
