import { type Box, getBroadFrame } from './frame.ts'
import { drawBlueLine, sampleEvenly, strokePath } from './lines.ts'
import { createSeededRandom, type Point, type Scene, type SceneCanvas } from './scene-canvas.ts'

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

/** A street of buildings drawn as stacked lines: real estate. */
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
