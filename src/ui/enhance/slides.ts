import { bindPauseButton, startCarousel } from './carousel.ts'

/** Advances the slides at the top of a page, with their tabs and their drawing. */
export function enhanceSlides(root: ParentNode): () => void {
  const ends = [...root.querySelectorAll<HTMLElement>('[data-slides]')].map(enhanceSlideshow)
  return () => {
    for (const end of ends) end()
  }
}

function enhanceSlideshow(box: HTMLElement): () => void {
  const slides = [...box.querySelectorAll<HTMLElement>('[data-slide]')]
  const tabs = [...box.querySelectorAll<HTMLElement>('[data-tab]')]
  const drawing = box.querySelector<HTMLElement>('[data-engraving]')
  const showPaused = bindPauseButton(box)

  return startCarousel(box, {
    count: slides.length,
    everyMs: Number(box.dataset.slides),
    show: (to) => {
      for (const [at, slide] of slides.entries()) slide.toggleAttribute('data-shown', at === to)

      for (const [at, tab] of tabs.entries()) {
        tab.setAttribute('aria-selected', String(at === to))
        tab.tabIndex = at === to ? 0 : -1
      }

      const scene = slides[to]?.dataset.slide
      if (drawing && scene) drawing.dataset.engraving = scene
    },
    paused: (paused) => {
      showPaused(paused)
      drawing?.toggleAttribute('data-paused', paused)
    },
  })
}

/** Connects the pause button next to a drawing or a film that isn't part of slides. */
export function enhancePauseButtons(root: ParentNode): () => void {
  const ends = new AbortController()
  for (const button of root.querySelectorAll<HTMLElement>('[data-pause]')) {
    const box = button.closest<HTMLElement>('[data-drawn]')
    const moving = box?.querySelector<HTMLElement>('[data-engraving],[data-film]')
    if (!box || !moving) continue

    const showPaused = bindPauseButton(box)
    showPaused(moving.hasAttribute('data-paused'))

    const press = () => showPaused(moving.toggleAttribute('data-paused'))
    button.addEventListener('click', press, { signal: ends.signal })
  }

  return () => ends.abort()
}
