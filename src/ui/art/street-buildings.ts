import type { Box } from './frame.ts'
import { strokePath } from './lines.ts'
import { createSeededRandom, type SceneCanvas } from './scene-canvas.ts'

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

export type Building = {
  left: number
  right: number
  top: number
  ground: number
  storeyHeight: number
  of: (typeof BUILDINGS)[number]
}

export function computeBuildings({ left, top, width, height }: Box): Building[] {
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

export function drawBuilding(
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
