import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { Engraving, type SceneName } from '../art/engraving.tsx'
import { caretLeft, caretRight, pause, play } from '../icons.ts'
import styles from './hero.module.css'
import carousel from './hero-carousel.module.css'
import { useSlides } from './use-slides.ts'

export type HeroSlide = {
  /** What its tab is called. */
  tab: string
  title: string
  lead: ReactNode
  actions: ReactNode
  scene: SceneName
}

type Props = { label: string; slides: readonly HeroSlide[]; everyMs: number }

/**
 * The slides at the top of the home page, as named tabs. It waits while it is pointed at or focused, and stops once its
 * controls are used. Without JavaScript all slides stand below each other.
 */
export function HeroCarousel({ label, slides, everyMs }: Props) {
  const id = useId()
  const { index, paused, show, setPaused, hold } = useSlides(slides.length, everyMs)
  const scene = slides[index]?.scene ?? 'book'
  return (
    <section className={styles.hero} aria-roledescription="carousel" aria-label={label} {...hold}>
      <div className={styles.wrap}>
        <div className={carousel.copy}>
          {slides.map((slide, at) => (
            <Slide key={slide.tab} {...slide} id={`${id}-${at}`} first={at === 0} shown={at === index} />
          ))}
          <div className={carousel.controls}>
            <Tabs {...{ id, slides, index, show }} />
            <div className={carousel.steps}>
              <IconButton glyph={caretLeft} label="Previous slide" onClick={() => show(index - 1)} />
              <IconButton glyph={caretRight} label="Next slide" onClick={() => show(index + 1)} />
              <IconButton
                glyph={paused ? play : pause}
                label={paused ? 'Play the slides' : 'Pause the slides'}
                onClick={() => setPaused(!paused)}
              />
            </div>
          </div>
        </div>
      </div>
      <div className={styles.media}>
        <Engraving scene={scene} paused={paused} className={styles.canvas} />
      </div>
    </section>
  )
}

type SlideProps = HeroSlide & { id: string; first: boolean; shown: boolean }

function Slide({ id, title, lead, actions, first, shown }: SlideProps) {
  const Heading = first ? 'h1' : 'h2'
  return (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab`}
      className={carousel.slide}
      data-shown={shown || undefined}
      data-first={first || undefined}
    >
      <Heading>{title}</Heading>
      <p>{lead}</p>
      <div className={styles.actions}>{actions}</div>
    </div>
  )
}

type TabsProps = { id: string; slides: readonly HeroSlide[]; index: number; show(index: number): void }

function Tabs({ id, slides, index, show }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!by) return
    event.preventDefault()
    const next = (index + by + slides.length) % slides.length
    show(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div role="tablist" aria-label="Slides" ref={list} className={carousel.tabs} onKeyDown={step}>
      {slides.map(({ tab }, at) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${id}-${at}-tab`}
          aria-controls={`${id}-${at}-panel`}
          aria-selected={at === index}
          tabIndex={at === index ? 0 : -1}
          onClick={() => show(at)}
        >
          {tab}
        </button>
      ))}
    </div>
  )
}
