import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Seal } from '#ui/figures/seal.tsx'
import { caretLeft, caretRight, pause, play } from '#ui/icons.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import { useSlides } from '#ui/layout/use-slides.ts'
import { Tag } from '#ui/status/tag.tsx'
import type { Testimonial } from '../words/home.ts'
import styles from './said.module.css'

const EVERY_MS = 3_000
const SLIDE_MS = 300

type Props = { testimonials: readonly Testimonial[]; samples: boolean }

/** What members say, going round: one, two or three at a time as the width allows. Without JavaScript it is a list. */
export function Said({ testimonials, samples }: Props) {
  const count = testimonials.length
  const { index, paused, show, setPaused, hold } = useSlides(count, EVERY_MS)
  const track = useRing(index, count)
  if (count === 0) return null
  return (
    <Section
      id="said"
      tone="paper-2"
      title="What members say"
      lead="We publish quotes only from members we can verify, the unhappy ones too. Nobody is paid for a quote."
    >
      <section
        aria-roledescription="carousel"
        aria-label="What members say"
        className={styles.said}
        {...hold}
      >
        <div className={styles.window}>
          <ul ref={track} className={styles.track}>
            {[false, true].map((copy) =>
              testimonials.map((one) => (
                <Quote key={`${one.name}${copy}`} {...one} copy={copy} samples={samples} />
              )),
            )}
          </ul>
        </div>
        <div className={styles.controls}>
          <IconButton outlined glyph={caretLeft} label="Previous quote" onClick={() => show(index - 1)} />
          <IconButton outlined glyph={caretRight} label="Next quote" onClick={() => show(index + 1)} />
          <IconButton
            outlined
            glyph={paused ? play : pause}
            label={paused ? 'Play the quotes' : 'Pause the quotes'}
            onClick={() => setPaused(!paused)}
          />
          <span>
            {index + 1} of {count}
          </span>
        </div>
      </section>
    </Section>
  )
}

/** Slides the list on by one; beyond its end it goes on in the copy behind it and then, unseen, back to the beginning. */
function useRing(index: number, count: number) {
  const track = useRef<HTMLUListElement>(null)
  const [last, setLast] = useState(index)
  useEffect(() => {
    const list = track.current
    if (!list || index === last) return
    setLast(index)
    const from = last === 0 && index === count - 1 ? count : last
    const to = last === count - 1 && index === 0 ? count : index
    slide(list, from, to)
  }, [index, last, count])
  return track
}

function slide(list: HTMLUListElement, from: number, to: number) {
  const step = (list.children[1] as HTMLElement).offsetLeft - (list.children[0] as HTMLElement).offsetLeft
  const at = (place: number) => `translateX(${-place * step}px)`
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const rest = to % (list.children.length / 2)
  list.style.transform = at(rest)
  list.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: still ? 0 : SLIDE_MS,
    easing: 'ease',
  })
}

type QuoteProps = Testimonial & { copy: boolean; samples: boolean }

const Quote = ({ name, feedback, job, img, copy, samples }: QuoteProps) => (
  <li className={styles.quote} aria-hidden={copy || undefined} data-copy={copy || undefined}>
    <figure>
      <blockquote>“{feedback}”</blockquote>
      <figcaption>
        <Seal hash={img} density={0.34} stroke={1.6} className={styles.face} />
        <span>
          <b>{name}</b>
          <br />
          {job}
        </span>
        {samples && <Tag tone="neutral">Sample text</Tag>}
      </figcaption>
    </figure>
  </li>
)
