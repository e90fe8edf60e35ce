const MOTION = '(prefers-reduced-motion: reduce)'

type Parts = {
  count: number
  everyMs: number
  /** Shows one slide instead of another; both count from 0. */
  show(to: number, from: number): void
  /** Called with whether the carousel is paused. */
  paused?(paused: boolean): void
}

/**
 * Advances the slides of a box automatically: not while it is hovered or focused, not with reduced
 * motion, and not after a control was used, until Play is pressed.
 */
export function startCarousel(
  box: HTMLElement,
  { count, everyMs, show, paused: onPause }: Parts,
): () => void {
  const ends = new AbortController()
  const { signal } = ends
  let at = 0
  let timer: ReturnType<typeof setInterval> | undefined
  let [hovered, focused, stopped] = [false, false, matchMedia(MOTION).matches]
  const showSlide = (next: number) => {
    const from = at
    at = (next + count) % count
    if (at !== from) show(at, from)
  }

  const settle = () => {
    clearInterval(timer)
    timer = undefined
    onPause?.(stopped)
    if (count > 1 && !hovered && !focused && !stopped)
      timer = setInterval(() => showSlide(at + 1), everyMs)
  }

  const update = (change: () => void) => {
    change()
    settle()
  }

  const steer = (next: number) => {
    stopped = true
    settle()
    showSlide(next)
  }

  const listen = (name: string, handler: (event: Event) => void) =>
    box.addEventListener(name, handler, { signal })

  listen('mouseenter', () => update(() => (hovered = true)))
  listen('mouseleave', () => update(() => (hovered = false)))
  listen('focusin', () => update(() => (focused = true)))
  listen('focusout', () => update(() => (focused = false)))

  listen('click', (event) => {
    const control = findControl(event)
    if (!control) return

    if (control.dataset.step) steer(at + Number(control.dataset.step))
    else if (control.dataset.tab) steer(Number(control.dataset.tab))
    else update(() => (stopped = !stopped))
  })

  listen('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[(event as KeyboardEvent).key]
    if (!by || !(event.target as Element).matches('[data-tab]')) return
    event.preventDefault()
    steer(at + by)
    box.querySelector<HTMLElement>(`[data-tab="${at}"]`)?.focus()
  })

  const followMotion = (event: MediaQueryListEvent) => update(() => (stopped ||= event.matches))
  matchMedia(MOTION).addEventListener('change', followMotion, { signal })

  settle()

  return () => {
    ends.abort()
    clearInterval(timer)
  }
}

const findControl = ({ target }: Event) =>
  (target as Element).closest<HTMLElement>('[data-step],[data-tab],[data-pause]')

/** Returns a function that switches the pause button between Pause and Play. */
export function bindPauseButton(box: ParentNode) {
  const button = box.querySelector<HTMLElement>('[data-pause]')
  return (paused: boolean) => {
    if (!button) return
    const label = paused ? button.dataset.play : button.dataset.pause
    button.toggleAttribute('data-paused', paused)
    button.setAttribute('aria-label', label ?? '')
    button.title = label ?? ''
  }
}
