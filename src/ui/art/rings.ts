import { strokePath } from './lines.ts'
import { drawCentred, drawRoundBlueLine } from './round-scene.ts'
import {
  createSeededRandom,
  type Point,
  type Scene,
  samplePath,
  TAU,
  trace,
} from './scene-canvas.ts'

const YEARS = 34
const BLUE_YEAR = 21

/** The radius at the end of each year, some years growing more than others. */
const GROWTH = (() => {
  const random = createSeededRandom(1952)
  const widths = Array.from({ length: YEARS }, () => 0.45 + random())
  const whole = widths.reduce((sum, width) => sum + width, 0)
  let reached = 4

  return widths.map((width) => {
    reached += (width / whole) * 94
    return reached
  })
})()

const computeYearRing = (k: number, year: number): Point[] => {
  const radius = GROWTH[year] ?? 0
  return samplePath(180, (part) => {
    const t = part * TAU
    const bark =
      1 +
      0.045 * Math.sin(2 * t + 0.6) +
      0.03 * Math.sin(3 * t + 2) +
      0.012 * Math.sin(11 * t + year * 0.35)

    const off = (1 - radius / 98) * 7
    return [(Math.cos(t) * radius * bark + off) * k, (Math.sin(t) * radius * bark - off * 0.6) * k]
  })
}

/** The rings of a tree, one a year: retirement. */
export const rings: Scene = {
  drawStatic(pen) {
    drawCentred(pen, (k) => {
      for (let year = YEARS - 1; year >= 0; year--) {
        if (year === YEARS - 1) {
          trace(pen.ctx, computeYearRing(k, year))
          pen.ctx.fillStyle = pen.inks.surface
          pen.ctx.fill()
        }

        const edge = year === YEARS - 1
        if (year !== BLUE_YEAR)
          strokePath(pen, computeYearRing(k, year), {
            color: pen.inks.ink,
            width: edge ? 2 : 0.8,
            alpha: edge ? 0.9 : 0.35 + (year % 4) * 0.12,
          })
      }

      for (const angle of [0.5, 2.1, 4.4]) {
        const crack: Point[] = [
          [Math.cos(angle) * 12 * k + 5 * k, Math.sin(angle) * 12 * k - 3 * k],
          [Math.cos(angle) * 90 * k, Math.sin(angle) * 90 * k],
        ]
        strokePath(pen, crack, { color: pen.inks['ink-3'], width: 0.7, alpha: 0.5 })
      }
    })
  },
  moving(pen, seconds) {
    drawCentred(pen, (k) => drawRoundBlueLine(pen, computeYearRing(k, BLUE_YEAR), seconds, 12))
  },
}
