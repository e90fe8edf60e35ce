import type { Frame } from './frame.ts'
import type { Place, PlaceProjection } from './globe-projection.ts'
import { type SceneCanvas, TAU } from './scene-canvas.ts'
import { LAND } from './world.ts'

export const RADIAN = Math.PI / 180

/** Draws the meridians and parallels. */
export function drawGrid({ ctx, inks }: SceneCanvas, turned: PlaceProjection) {
  ctx.strokeStyle = inks.rule
  ctx.lineWidth = 0.8

  const drawGridLine = (at: (part: number) => Place, count: number) => {
    ctx.beginPath()

    let drawing = false
    for (let i = 0; i <= count; i++) {
      const { at: point, depth } = turned(at(i / count))
      if (depth <= 0) drawing = false
      else if (drawing) ctx.lineTo(...point)
      else ctx.moveTo(...point)
      if (depth > 0) drawing = true
    }

    ctx.stroke()
  }

  for (let lat = -60; lat <= 60; lat += 30) drawGridLine((part) => [part * TAU, lat * RADIAN], 120)
  for (let lon = 0; lon < 360; lon += 30)
    drawGridLine((part) => [lon * RADIAN, (part - 0.5) * Math.PI], 60)
}

/** Draws the land. */
export function drawLand({ ctx, inks }: SceneCanvas, { r }: Frame, turned: PlaceProjection) {
  ctx.strokeStyle = inks.ink
  ctx.lineWidth = r * 0.0062

  for (const place of LAND) {
    const { at, depth } = turned(place)
    if (depth <= 0.03) continue

    const half = r * 0.0105 * depth
    ctx.globalAlpha = 0.35 + 0.65 * depth
    ctx.beginPath()
    ctx.moveTo(at[0] - half, at[1])
    ctx.lineTo(at[0] + half, at[1])
    ctx.stroke()
  }

  ctx.globalAlpha = 1
}
