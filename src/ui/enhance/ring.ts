import { bindPauseButton, startCarousel } from './carousel.ts'

/**
 * Rotates rows of items by one; after the last they continue in the copy behind it and then,
 * invisibly, from the first.
 */
export function enhanceRings(root: ParentNode): () => void {
  const ends = [...root.querySelectorAll<HTMLElement>('[data-ring]')].map(enhanceRing)
  return () => {
    for (const end of ends) end()
  }
}

function enhanceRing(box: HTMLElement): () => void {
  const list = box.querySelector<HTMLElement>('[data-track]')
  const shown = box.querySelector<HTMLElement>('[data-shown-of]')
  const count = (list?.children.length ?? 0) / 2
  if (!list || count < 1) return () => {}

  const slideMs = Number(box.dataset.slideMs)

  return startCarousel(box, {
    count,
    everyMs: Number(box.dataset.ring),
    show: (to, from) => {
      const back = from === 0 && to === count - 1
      const over = from === count - 1 && to === 0
      slide(list, back ? count : from, over ? count : to, slideMs)
      if (shown) shown.textContent = `${to + 1} of ${count}`
    },
    paused: bindPauseButton(box),
  })
}

function slide(list: HTMLElement, from: number, to: number, slideMs: number) {
  const [first, second] = list.children as unknown as HTMLElement[]
  if (!first || !second) return

  const step = second.offsetLeft - first.offsetLeft
  const toTransform = (place: number) => `translateX(${-place * step}px)`
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches

  list.style.transform = toTransform(to % (list.children.length / 2))

  const frames = [{ transform: toTransform(from) }, { transform: toTransform(to) }]
  list.animate(frames, { duration: still ? 0 : slideMs, easing: 'ease' })
}
