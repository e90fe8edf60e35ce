import { type Box, broadFrame, stretchOf, swell } from './frame.ts'
import { along, type Pen, type Point, type Scene, seeded, trace } from './pen.ts'

type Ink = { color: string; width: number; alpha?: number }

function ink({ ctx }: Pen, points: readonly Point[], { color, width, alpha = 1 }: Ink) {
  ctx.globalAlpha = alpha
  ctx.strokeStyle = color
  ctx.lineWidth = width
  trace(ctx, points)
  ctx.stroke()
  ctx.globalAlpha = 1
}

/**
 * The blue line: faint as a whole, strong where the light is, which runs along it in `spanSeconds`.
 */
function blueLine(pen: Pen, points: readonly Point[], seconds: number | null, spanSeconds = 11) {
  ink(pen, points, { color: pen.inks.action, width: 1.4, alpha: seconds === null ? 1 : 0.45 })
  if (seconds === null) return

  const head = ((seconds / spanSeconds) % 1.35) * 1
  ink(pen, stretchOf(points, head - 0.35, Math.min(1, head)), {
    color: pen.inks.action,
    width: 2.4,
  })
}

// Real estate: a street's elevation of stacked lines

const HOUSES = (() => {
  const random = seeded(1871)
  return Array.from({ length: 9 }, () => ({
    width: 0.7 + random() * 0.6,
    floors: 3 + Math.floor(random() * 7),
    gable: random() > 0.55,
    windows: 2 + Math.floor(random() * 3),
  }))
})()
const STREET = HOUSES.reduce((sum, { width }) => sum + width, 0)

type House = {
  left: number
  right: number
  top: number
  ground: number
  floor: number
  of: (typeof HOUSES)[number]
}

function houses({ left, top, width, height }: Box): House[] {
  const ground = top + height * 0.94
  const floor = height / 12.5
  let x = left

  return HOUSES.map((of) => {
    const from = x
    x += (of.width / STREET) * width

    return {
      left: from,
      right: x,
      top: ground - floor * (of.floors + (of.gable ? 0.2 : 0.5)),
      ground,
      floor,
      of,
    }
  })
}

function drawHouse(pen: Pen, { left, right, top, ground, floor, of }: House) {
  const { inks } = pen
  const inset = (right - left) * 0.08

  for (let y = ground; y >= top; y -= floor / 5) {
    const strong = Math.round((ground - y) / (floor / 5)) % 5 === 0
    ink(
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

/** The way along the roofs, gable by gable. */
const roofline = (all: readonly House[]): Point[] =>
  all.flatMap(({ left, right, top, floor, of }): Point[] =>
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

const evenly = (points: readonly Point[], count: number): Point[] =>
  along(count, (part) => {
    const at = part * (points.length - 1)
    const index = Math.min(points.length - 2, Math.floor(at))
    const [ax, ay] = points[index] as Point
    const [bx, by] = points[index + 1] as Point
    return [ax + (bx - ax) * (at - index), ay + (by - ay) * (at - index)]
  })

export const street: Scene = {
  standing(pen) {
    const box = broadFrame(pen)
    for (const house of houses(box)) drawHouse(pen, house)

    const ground = box.top + box.height * 0.94
    for (const drop of [0, 5, 10]) {
      const line: Point[] = [
        [box.left - 30, ground + drop],
        [box.left + box.width, ground + drop],
      ]
      ink(pen, line, { color: pen.inks.ink, width: drop ? 0.8 : 1.6, alpha: 0.8 })
    }
  },
  moving(pen, seconds) {
    blueLine(pen, evenly(roofline(houses(broadFrame(pen))), 220), seconds)
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

/** Front, top and side of one bar, seen from a corner: a unit is half its length. */
function ingot(unit: number, [x, y]: Point) {
  const at = (u: number, v: number, w: number): Point => [
    x + (u + w * 0.42) * unit,
    y - (v * 0.62 + w * 0.3) * unit,
  ]

  const face = (inset: number): Point[] => [
    at(-0.5 + inset, inset * 0.9, 0),
    at(0.5 - inset, inset * 0.9, 0),
    at(0.4 - inset, 0.62 - inset * 0.5, 0),
    at(-0.4 + inset, 0.62 - inset * 0.5, 0),
    at(-0.5 + inset, inset * 0.9, 0),
  ]

  const top: Point[] = [
    at(-0.4, 0.62, 0),
    at(0.4, 0.62, 0),
    at(0.36, 0.62, 0.8),
    at(-0.36, 0.62, 0.8),
    at(-0.4, 0.62, 0),
  ]

  const side: Point[] = [
    at(0.5, 0, 0),
    at(0.46, 0, 0.8),
    at(0.36, 0.62, 0.8),
    at(0.4, 0.62, 0),
    at(0.5, 0, 0),
  ]

  return { face, top, side, at }
}

function stack(pen: Pen) {
  const { left, top, width, height } = broadFrame(pen)
  const unit = Math.min(width * 0.27, height * 0.36)
  const x = left + width * 0.44
  const ground = top + height * 0.86
  return INGOTS.map(([u, v]) => ingot(unit, [x + u * unit, ground - v * unit * 0.5]))
}

function drawIngot(pen: Pen, { face, top, side, at }: ReturnType<typeof ingot>) {
  const { ctx, inks } = pen
  for (const outline of [side, top, face(0)]) {
    trace(ctx, outline)
    ctx.fillStyle = inks.surface
    ctx.fill()
    ink(pen, outline, { color: inks.ink, width: 1.1, alpha: 0.85 })
  }

  for (let i = 1; i < CONTOURS; i++)
    ink(pen, face(i * 0.034), { color: inks.ink, width: 0.7, alpha: 0.55 })

  for (let i = 1; i < 7; i++) {
    const w = (i / 7) * 0.8
    ink(pen, [at(-0.4 + w * 0.05, 0.62, w), at(0.4 - w * 0.05, 0.62, w)], {
      color: inks['ink-3'],
      width: 0.6,
      alpha: 0.6,
    })

    ink(pen, [at(0.5 - w * 0.05, 0, w), at(0.4 - w * 0.05, 0.62, w)], {
      color: inks.ink,
      width: 0.6,
      alpha: 0.5,
    })
  }
}

export const ingots: Scene = {
  standing(pen) {
    for (const one of stack(pen)) drawIngot(pen, one)
  },
  moving(pen, seconds) {
    const highest = stack(pen).at(-1)
    if (highest)
      blueLine(
        pen,
        evenly([...highest.face(0), ...highest.top.slice(1, 4), highest.face(0)[3] as Point], 200),
        seconds,
        9,
      )
  },
}

// Stocks and ETFs: strata

const STRATA = 30
const BLUE_STRATUM = 13

function stratum({ left, top, width, height }: Box, index: number): Point[] {
  const base = top + (height * (index + 1.5)) / (STRATA + 2)
  const slow = swell(3)
  const own = swell(index * 0.37 + 11)

  return along(120, (part) => [
    left + part * width,
    base +
      slow(part + index * 0.012) * height * 0.1 +
      own(part) * height * 0.011 * (1 + (index % 5)),
  ])
}

export const strata: Scene = {
  standing(pen) {
    const box = broadFrame(pen)
    for (let i = 0; i < STRATA; i++) {
      if (i === BLUE_STRATUM) continue

      const strong = i % 6 === 0
      ink(pen, stratum(box, i), {
        color: strong ? pen.inks.ink : pen.inks['ink-3'],
        width: strong ? 1.5 : 0.8,
        alpha: 0.75,
      })
    }
  },
  moving(pen, seconds) {
    blueLine(pen, stratum(broadFrame(pen), BLUE_STRATUM), seconds)
  },
}

// Forex: two waves and what they make of each other

const COMBS = 110

function waves({ left, top, width, height }: Box) {
  const middle = top + height / 2
  const at = (part: number, turns: number, shift: number) =>
    Math.sin(part * turns + shift) * height * 0.21
  const y = (part: number) => at(part, 19, 0) + at(part, 22.5, 0.8)

  return {
    x: (part: number) => left + part * width,
    middle,
    one: (p: number) => at(p, 19, 0),
    both: y,
  }
}

export const beats: Scene = {
  standing(pen) {
    const { x, middle, one, both } = waves(broadFrame(pen))
    for (let i = 0; i <= COMBS; i++) {
      const part = i / COMBS
      const line: Point[] = [
        [x(part), middle + one(part)],
        [x(part), middle + both(part)],
      ]
      ink(pen, line, { color: pen.inks.ink, width: 0.9, alpha: 0.55 })
    }

    for (const scale of [1, 0.92, 0.84])
      ink(
        pen,
        along(260, (part) => [x(part), middle + one(part) * scale]),
        { color: pen.inks.ink, width: scale === 1 ? 1.4 : 0.7, alpha: 0.8 },
      )
  },
  moving(pen, seconds) {
    const { x, middle, both } = waves(broadFrame(pen))
    blueLine(
      pen,
      along(320, (part) => [x(part), middle + both(part)]),
      seconds,
      13,
    )
  },
}
