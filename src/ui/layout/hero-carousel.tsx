import { type ReactNode, useId } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { PauseButton } from '../actions/pause-button.tsx'
import type { SceneName } from '../art/engraving.tsx'
import { caretLeft, caretRight } from '../icons.ts'
import { HeroDrawing, HeroFrame, HeroText } from './hero.tsx'
import styles from './hero-carousel.module.css'

export type HeroSlide = {
  /** The label of its tab. */
  tab: string
  title: string
  lead: ReactNode
  actions: ReactNode
  scene: SceneName
}

type Props = { label: string; slides: readonly HeroSlide[]; everyMs: number }

/**
 * Renders the slides at the top of the home page as named tabs; `enhance/slides.ts` advances them.
 * Without JavaScript all slides are listed below each other.
 */
export function HeroCarousel({ label, slides, everyMs }: Props) {
  const id = useId()
  return (
    <HeroFrame
      aria-roledescription="carousel"
      aria-label={label}
      data-slides={everyMs}
      className={styles.slides}
      media={<HeroDrawing scene={slides[0]?.scene ?? 'book'} />}
    >
      {slides.map((slide, at) => (
        <Slide key={slide.tab} {...slide} id={`${id}-${at}`} first={at === 0} />
      ))}
      <div className={styles.controls}>
        <Tabs {...{ id, slides }} />
        <div className={styles.steps}>
          <IconButton glyph={caretLeft} label="Previous slide" data-step="-1" />
          <IconButton glyph={caretRight} label="Next slide" data-step="1" />
          <PauseButton what="slides" />
        </div>
      </div>
    </HeroFrame>
  )
}

type SlideProps = HeroSlide & { id: string; first: boolean }

function Slide({ id, title, lead, actions, first, scene }: SlideProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab`}
      className={styles.slide}
      data-slide={scene}
      data-shown={first ? '' : undefined}
      data-first={first || undefined}
    >
      <HeroText title={title} lead={lead} as={first ? 'h1' : 'h2'} />
      <div className={styles.actions}>{actions}</div>
    </div>
  )
}

const Tabs = ({ id, slides }: { id: string; slides: readonly HeroSlide[] }) => (
  <div role="tablist" aria-label="Slides" className={styles.tabs}>
    {slides.map(({ tab }, at) => (
      <button
        key={tab}
        type="button"
        role="tab"
        id={`${id}-${at}-tab`}
        aria-controls={`${id}-${at}-panel`}
        aria-selected={at === 0}
        tabIndex={at === 0 ? 0 : -1}
        data-tab={at}
      >
        {tab}
      </button>
    ))}
  </div>
)
