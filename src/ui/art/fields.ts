import { type Box, createSwell, getBroadFrame, sliceStretch } from './frame.ts'
import {
  createSeededRandom,
  type Point,
  type Scene,
  type SceneCanvas,
  samplePath,
  trace,
} from './scene-canvas.ts'

type Ink = { color: string; width: number; alpha?: number }

function strokePath(
  { ctx }: SceneCanvas,
  points: readonly Point[],
  { color, width, alpha = 1 }: Ink,
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
  spanSeconds = 11,
) {
  strokePath(pen, points, {
    color: pen.inks.action,
    width: 1.4,
    alpha: seconds === null ? 1 : 0.45,
  })
  if (seconds === null) return

  const head = ((seconds / spanSeconds) % 1.35) * 1
  strokePath(pen, sliceStretch(points, head - 0.35, Math.min(1, head)), {
    color: pen.inks.action,
    width: 2.4,
  })
}

// Real estate: a street's elevation of stacked lines

const BUILDINGS = (() => {
  const random = createSeededRandom(1871)
  return Array.from({ length: 9 }, () => ({
    width: 0.7 + random() * 0.6,
    floors: 3 + Math.floor(random() * 7),
    gable: random() > 0.55,
    windows: 2 + Math.floor(random() * 3),
  }))
})()
const STREET = BUILDINGS.reduce((sum, { width }) => sum + width, 0)

type Building = {
  left: number
  right: number
  top: number
  ground: number
  storeyHeight: number
  of: (typeof BUILDINGS)[number]
}

function computeBuildings({ left, top, width, height }: Box): Building[] {
  const ground = top + height * 0.94
  const floor = height / 12.5
  let x = left

  return BUILDINGS.map((of) => {
    const from = x
    x += (of.width / STREET) * width

    return {
      left: from,
      right: x,
      top: ground - floor * (of.floors + (of.gable ? 0.2 : 0.5)),
      ground,
      storeyHeight: floor,
      of,
    }
  })
}

function drawBuilding(
  pen: SceneCanvas,
  { left, right, top, ground, storeyHeight: floor, of }: Building,
) {
  const { inks } = pen
  const inset = (right - left) * 0.08

  for (let y = ground; y >= top; y -= floor / 5) {
    const strong = Math.round((ground - y) / (floor / 5)) % 5 === 0
    strokePath(
      pen,
      [
        [left, y],
        [right, y],
      ],
      {
        color: strong ? inks.ink : inks['ink-3'],
        width: strong ? 0.9 : 0.6,
        alpha: strong ? 0.7 : 0.38,
      },
    )
  }

  for (let level = 0; level < of.floors; level++)
    for (let i = 0; i < of.windows; i++) {
      const step = (right - left - 2 * inset) / of.windows
      const x = left + inset + step * (i + 0.28)
      const y = ground - floor * (level + 0.78)

      pen.ctx.fillStyle = inks.surface
      pen.ctx.fillRect(x, y, step * 0.44, floor * 0.5)
      pen.ctx.strokeStyle = inks.ink
      pen.ctx.lineWidth = 0.8
      pen.ctx.globalAlpha = 0.75
      pen.ctx.strokeRect(x, y, step * 0.44, floor * 0.5)
      pen.ctx.globalAlpha = 1
    }
}

/** Returns the points along the roofs, gable by gable. */
const computeRoofline = (all: readonly Building[]): Point[] =>
  all.flatMap(({ left, right, top, storeyHeight: floor, of }): Point[] =>
    of.gable
      ? [
          [left, top],
          [(left + right) / 2, top - floor * 0.9],
          [right, top],
        ]
      : [
          [left, top],
          [right, top],
        ],
  )

const sampleEvenly = (points: readonly Point[], count: number): Point[] =>
  samplePath(count, (part) => {
    const at = part * (points.length - 1)
    const index = Math.min(points.length - 2, Math.floor(at))
    const [ax, ay] = points[index] as Point
    const [bx, by] = points[index + 1] as Point
    return [ax + (bx - ax) * (at - index), ay + (by - ay) * (at - index)]
  })

export const street: Scene = {
  drawStatic(pen) {
    const box = getBroadFrame(pen)
    for (const building of computeBuildings(box)) drawBuilding(pen, building)

    const ground = box.top + box.height * 0.94
    for (const drop of [0, 5, 10]) {
      const line: Point[] = [
        [box.left - 30, ground + drop],
        [box.left + box.width, ground + drop],
      ]
      strokePath(pen, line, { color: pen.inks.ink, width: drop ? 0.8 : 1.6, alpha: 0.8 })
    }
  },
  moving(pen, seconds) {
    drawBlueLine(
      pen,
      sampleEvenly(computeRoofline(computeBuildings(getBroadFrame(pen))), 220),
      seconds,
    )
  },
}

// Gold: the contours of stacked ingots

const INGOTS: readonly Point[] = [
  [-1.06, 0],
  [0, 0],
  [1.06, 0],
  [-0.53, 1],
  [0.53, 1],
  [0, 2],
]
const CONTOURS = 9

/**
 * Returns front, top and side of one bar seen from a corner; `unit` is half its length in pixels.
 */
function buildIngot(unit: number, [x, y]: Point) {
  const projectPoint = (u: number, v: number, w: number): Point => [
    x + (u + w * 0.42) * unit,
    y - (v * 0.62 + w * 0.3) * unit,
  ]

  const buildFace = (inset: number): Point[] => [
    projectPoint(-0.5 + inset, inset * 0.9, 0),
    projectPoint(0.5 - inset, inset * 0.9, 0),
    projectPoint(0.4 - inset, 0.62 - inset * 0.5, 0),
    projectPoint(-0.4 + inset, 0.62 - inset * 0.5, 0),
    projectPoint(-0.5 + inset, inset * 0.9, 0),
  ]

  const top: Point[] = [
    projectPoint(-0.4, 0.62, 0),
    projectPoint(0.4, 0.62, 0),
    projectPoint(0.36, 0.62, 0.8),
    projectPoint(-0.36, 0.62, 0.8),
    projectPoint(-0.4, 0.62, 0),
  ]

  const side: Point[] = [
    projectPoint(0.5, 0, 0),
    projectPoint(0.46, 0, 0.8),
    projectPoint(0.36, 0.62, 0.8),
    projectPoint(0.4, 0.62, 0),
    projectPoint(0.5, 0, 0),
  ]

  return { face: buildFace, top, side, at: projectPoint }
}

function buildIngotStack(pen: SceneCanvas) {
  const { left, top, width, height } = getBroadFrame(pen)
  const unit = Math.min(width * 0.27, height * 0.36)
  const x = left + width * 0.44
  const ground = top + height * 0.86
  return INGOTS.map(([u, v]) => buildIngot(unit, [x + u * unit, ground - v * unit * 0.5]))
}

function drawIngot(pen: SceneCanvas, { face, top, side, at }: ReturnType<typeof buildIngot>) {
  const { ctx, inks } = pen
  for (const outline of [side, top, face(0)]) {
    trace(ctx, outline)
    ctx.fillStyle = inks.surface
    ctx.fill()
    strokePath(pen, outline, { color: inks.ink, width: 1.1, alpha: 0.85 })
  }

  for (let i = 1; i < CONTOURS; i++)
    strokePath(pen, face(i * 0.034), { color: inks.ink, width: 0.7, alpha: 0.55 })

  for (let i = 1; i < 7; i++) {
    const w = (i / 7) * 0.8
    strokePath(pen, [at(-0.4 + w * 0.05, 0.62, w), at(0.4 - w * 0.05, 0.62, w)], {
      color: inks['ink-3'],
      width: 0.6,
      alpha: 0.6,
    })

    strokePath(pen, [at(0.5 - w * 0.05, 0, w), at(0.4 - w * 0.05, 0.62, w)], {
      color: inks.ink,
      width: 0.6,
      alpha: 0.5,
    })
  }
}

export const ingots: Scene = {
  drawStatic(pen) {
    for (const one of buildIngotStack(pen)) drawIngot(pen, one)
  },
  moving(pen, seconds) {
    const highest = buildIngotStack(pen).at(-1)
    if (highest)
      drawBlueLine(
        pen,
        sampleEvenly(
          [...highest.face(0), ...highest.top.slice(1, 4), highest.face(0)[3] as Point],
          200,
        ),
        seconds,
        9,
      )
  },
}

// Stocks and ETFs: strata

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

// Forex: two waves and their interference

const COMBS = 110

function computeWaves({ left, top, width, height }: Box) {
  const middle = top + height / 2
  const computeWave = (part: number, turns: number, shift: number) =>
    Math.sin(part * turns + shift) * height * 0.21
  const computeBeat = (part: number) => computeWave(part, 19, 0) + computeWave(part, 22.5, 0.8)

  return {
    x: (part: number) => left + part * width,
    middle,
    one: (p: number) => computeWave(p, 19, 0),
    both: computeBeat,
  }
}

export const beats: Scene = {
  drawStatic(pen) {
    const { x, middle, one, both } = computeWaves(getBroadFrame(pen))
    for (let i = 0; i <= COMBS; i++) {
      const part = i / COMBS
      const line: Point[] = [
        [x(part), middle + one(part)],
        [x(part), middle + both(part)],
      ]
      strokePath(pen, line, { color: pen.inks.ink, width: 0.9, alpha: 0.55 })
    }

    for (const scale of [1, 0.92, 0.84])
      strokePath(
        pen,
        samplePath(260, (part) => [x(part), middle + one(part) * scale]),
        { color: pen.inks.ink, width: scale === 1 ? 1.4 : 0.7, alpha: 0.8 },
      )
  },
  moving(pen, seconds) {
    const { x, middle, both } = computeWaves(getBroadFrame(pen))
    drawBlueLine(
      pen,
      samplePath(320, (part) => [x(part), middle + both(part)]),
      seconds,
      13,
    )
  },
}
