import { type Box, createSwell, getBroadFrame } from './frame.ts'
import { drawBlueLine, strokePath } from './lines.ts'
import { type Point, type Scene, samplePath } from './scene-canvas.ts'

const STRATA = 30
const BLUE_STRATUM = 13

function computeStratum({ left, top, width, height }: Box, index: number): Point[] {
  const base = top + (height * (index + 1.5)) / (STRATA + 2)
  const slow = createSwell(3)
  const own = createSwell(index * 0.37 + 11)

  return samplePath(120, (part) => [
    left + part * width,
    base +
      slow(part + index * 0.012) * height * 0.1 +
      own(part) * height * 0.011 * (1 + (index % 5)),
  ])
}

/** Layers of rock: stocks and ETFs. */
export const strata: Scene = {
  drawStatic(pen) {
    const box = getBroadFrame(pen)
    for (let i = 0; i < STRATA; i++) {
      if (i === BLUE_STRATUM) continue

      const strong = i % 6 === 0
      strokePath(pen, computeStratum(box, i), {
        color: strong ? pen.inks.ink : pen.inks['ink-3'],
        width: strong ? 1.5 : 0.8,
        alpha: 0.75,
      })
    }
  },
  moving(pen, seconds) {
    drawBlueLine(pen, computeStratum(getBroadFrame(pen), BLUE_STRATUM), seconds)
  },
}
