import { type Frame, roundFrame, sliceStretch, traceCircle } from './frame.ts'
import {
  createSeededRandom,
  drawRosette,
  type Point,
  type Scene,
  type SceneCanvas,
  samplePath,
  TAU,
  trace,
} from './scene-canvas.ts'

function drawCentred(pen: SceneCanvas, draw: (k: number) => void) {
  const { x, y, r }: Frame = roundFrame(pen)
  pen.ctx.save()
  pen.ctx.translate(x, y)
  draw(r / 100)
  pen.ctx.restore()
}

function stroke(
  { ctx }: SceneCanvas,
  points: readonly Point[],
  color: string,
  width: number,
  alpha = 1,
) {
  ctx.globalAlpha = alpha
  ctx.strokeStyle = color
  ctx.lineWidth = width
  trace(ctx, points)
  ctx.stroke()
  ctx.globalAlpha = 1
}

/** Draws the blue line faintly, with a strong highlight that runs along it in `spanSeconds`. */
function drawBlueLine(
  pen: SceneCanvas,
  points: readonly Point[],
  seconds: number | null,
  spanSeconds: number,
) {
  stroke(pen, points, pen.inks.action, 1.5, seconds === null ? 1 : 0.45)
  if (seconds === null) return
  const head = (seconds / spanSeconds) % 1.35
  stroke(pen, sliceStretch(points, head - 0.35, Math.min(1, head)), pen.inks.action, 2.6)
}

// Retirement: the rings of a tree, a year each

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
          stroke(
            pen,
            computeYearRing(k, year),
            pen.inks.ink,
            edge ? 2 : 0.8,
            edge ? 0.9 : 0.35 + (year % 4) * 0.12,
          )
      }

      for (const angle of [0.5, 2.1, 4.4]) {
        const crack: Point[] = [
          [Math.cos(angle) * 12 * k + 5 * k, Math.sin(angle) * 12 * k - 3 * k],
          [Math.cos(angle) * 90 * k, Math.sin(angle) * 90 * k],
        ]
        stroke(pen, crack, pen.inks['ink-3'], 0.7, 0.5)
      }
    })
  },
  moving(pen, seconds) {
    drawCentred(pen, (k) => drawBlueLine(pen, computeYearRing(k, BLUE_YEAR), seconds, 12))
  },
}

// Crypto: a chain of hashes, a rosette each

const BLOCKS: readonly Point[] = [
  [-62, -58],
  [4, -70],
  [64, -34],
  [66, 34],
  [6, 70],
  [-60, 52],
  [-8, 0],
]

function block(pen: SceneCanvas, k: number, [x, y]: Point, index: number) {
  const { ctx, inks } = pen
  const size = index === BLOCKS.length - 1 ? 34 : 25

  ctx.save()
  ctx.translate(x * k, y * k)
  ctx.fillStyle = inks.surface
  traceCircle(pen, [0, 0], size * k)
  ctx.fill()
  ctx.strokeStyle = inks.ink
  ctx.globalAlpha = 0.75
  ctx.lineWidth = 0.7

  const waves = 5 + ((index * 3) % 7)
  drawRosette(ctx, {
    waves,
    radius: size * 0.72 * k,
    depth: size * 0.17 * k,
    fine: waves * 3,
    fineDepth: 0.7 * k,
    turns: 8,
  })

  drawRosette(ctx, {
    waves: 4 + (index % 4),
    radius: size * 0.34 * k,
    depth: size * 0.11 * k,
    fine: 12,
    fineDepth: 0.5 * k,
    turns: 6,
  })

  ctx.globalAlpha = 1
  ctx.lineWidth = 1.1
  traceCircle(pen, [0, 0], size * k)
  ctx.stroke()
  ctx.restore()
}

const computeChain = (k: number): Point[] =>
  BLOCKS.slice(0, -1).flatMap(([x, y], index) => {
    const [nx, ny] = BLOCKS[index + 1] as Point
    return samplePath(30, (part): Point => [(x + (nx - x) * part) * k, (y + (ny - y) * part) * k])
  })

export const chained: Scene = {
  drawStatic(pen) {
    drawCentred(pen, (k) => {
      stroke(pen, computeChain(k), pen.inks['ink-3'], 0.8, 0.6)
    })
  },
  moving(pen, seconds) {
    drawCentred(pen, (k) => {
      drawBlueLine(pen, computeChain(k), seconds, 10)
      BLOCKS.forEach((at, index) => {
        block(pen, k, at, index)
      })
    })
  },
}

// NFTs: a mosaic of small rosettes, no two alike

const TILES = 6

export const mosaic: Scene = {
  drawStatic(pen) {
    drawCentred(pen, (k) => {
      const random = createSeededRandom(721)
      for (let row = 0; row < TILES; row++)
        for (let column = 0; column < TILES; column++) drawTile(pen, k, row, column, random)
    })
  },
  moving(pen, seconds) {
    drawCentred(pen, (k) => {
      const [x, y] = place(k, 2, 3)
      const edge = samplePath(120, (part): Point => computeSquarePoint(x, y, 16.5 * k, part))
      drawBlueLine(pen, edge, seconds, 8)
    })
  },
}

const place = (k: number, row: number, column: number): Point => [
  (column - (TILES - 1) / 2) * 36 * k,
  (row - (TILES - 1) / 2) * 36 * k,
]

function drawTile(pen: SceneCanvas, k: number, row: number, column: number, random: () => number) {
  const { ctx, inks } = pen
  const [x, y] = place(k, row, column)
  const waves = 3 + Math.floor(random() * 9)
  const shape = {
    waves,
    radius: (8 + random() * 4) * k,
    depth: (1.5 + random() * 3) * k,
    fine: waves * (2 + Math.floor(random() * 3)),
    fineDepth: random() * k,
    turns: 4 + Math.floor(random() * 5),
  }

  ctx.save()
  ctx.translate(x, y)
  ctx.fillStyle = inks.surface
  ctx.fillRect(-16.5 * k, -16.5 * k, 33 * k, 33 * k)
  ctx.strokeStyle = row === 2 && column === 3 ? inks.action : inks.ink
  ctx.lineWidth = 0.7
  ctx.globalAlpha = 0.8
  drawRosette(ctx, shape)
  ctx.globalAlpha = 0.45
  ctx.strokeStyle = inks['ink-3']
  ctx.strokeRect(-16.5 * k, -16.5 * k, 33 * k, 33 * k)
  ctx.restore()
}

/** Returns a point on the outline of a square, from its upper left corner. */
function computeSquarePoint(x: number, y: number, half: number, part: number): Point {
  const side = Math.min(3, Math.floor(part * 4))
  const along = part * 4 - side
  const span = 2 * half * along
  const corners: Point[] = [
    [x - half + span, y - half],
    [x + half, y - half + span],
    [x + half - span, y + half],
    [x - half, y + half - span],
  ]

  return corners[side] as Point
}

// Private equity: nested circles, one of them open

const CIRCLES = 15
const OPEN = 9

const openCircle = (k: number): Point[] =>
  samplePath(160, (part) => {
    const t = -1.05 + part * (TAU - 0.75)
    const radius = computeRingRadius(OPEN) * k
    return [Math.cos(t) * radius + computeRingShift(OPEN) * k, Math.sin(t) * radius]
  })
const computeRingRadius = (index: number) => 8 + index * 6.3
const computeRingShift = (index: number) => (CIRCLES - index) * 1.9

export const circles: Scene = {
  drawStatic(pen) {
    drawCentred(pen, (k) => {
      for (let i = CIRCLES - 1; i >= 0; i--) {
        if (i === OPEN) continue

        pen.ctx.globalAlpha = 1
        traceCircle(pen, [computeRingShift(i) * k, 0], computeRingRadius(i) * k)

        if (i === CIRCLES - 1) {
          pen.ctx.fillStyle = pen.inks.surface
          pen.ctx.fill()
        }

        pen.ctx.strokeStyle = pen.inks.ink
        pen.ctx.globalAlpha = i % 3 === 0 ? 0.9 : 0.5
        pen.ctx.lineWidth = i % 3 === 0 ? 1.4 : 0.8
        pen.ctx.stroke()
      }

      pen.ctx.globalAlpha = 1
    })
  },
  moving(pen, seconds) {
    drawCentred(pen, (k) => {
      const line = openCircle(k)
      drawBlueLine(pen, line, seconds, 10)

      const [x, y] = line.at(-1) as Point
      pen.ctx.fillStyle = pen.inks.action
      traceCircle(pen, [x, y], 3.4)
      pen.ctx.fill()
    })
  },
}
