import { IconButton } from '#ui/actions/icon-button.tsx'
import { PauseButton } from '#ui/actions/pause-button.tsx'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { caretLeft, caretRight } from '#ui/icons.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Testimonial } from '../copy/home.ts'
import styles from './testimonials.module.css'

const EVERY_MS = 3_000
const SLIDE_MS = 300

type Props = { testimonials: readonly Testimonial[]; samples: boolean }

/**
 * Renders the testimonials as a carousel, one, two or three at a time. Without JavaScript it is a
 * list.
 */
export function TestimonialCarousel({ testimonials, samples }: Props) {
  const count = testimonials.length
  if (count === 0) return null

  return (
    <Section
      id="said"
      tone="paper-2"
      title="What members say"
      lead={
        'We publish reviews from verified members only, critical ones included. We never ' +
        'pay for a review.'
      }
    >
      <section
        aria-roledescription="carousel"
        aria-label="What members say"
        data-ring={EVERY_MS}
        data-slide-ms={SLIDE_MS}
      >
        <div className={styles.window}>
          <ul className={styles.track} data-track="">
            {[false, true].map((copy) =>
              testimonials.map((one) => (
                <Quote key={`${one.name}${copy}`} {...one} copy={copy} samples={samples} />
              )),
            )}
          </ul>
        </div>
        <div className={styles.controls}>
          <IconButton outlined glyph={caretLeft} label="Previous quote" data-step="-1" />
          <IconButton outlined glyph={caretRight} label="Next quote" data-step="1" />
          <PauseButton outlined what="quotes" />
          <span data-shown-of="">1 of {count}</span>
        </div>
      </section>
    </Section>
  )
}

type QuoteProps = Testimonial & { copy: boolean; samples: boolean }

const Quote = ({ name, feedback, job, img, copy, samples }: QuoteProps) => (
  <li className={styles.quote} aria-hidden={copy || undefined} data-copy={copy || undefined}>
    <figure>
      <blockquote>“{feedback}”</blockquote>
      <figcaption>
        <HashRosette hash={img} density={0.34} stroke={1.6} className={styles.rosette} />
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
