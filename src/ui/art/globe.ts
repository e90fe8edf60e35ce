import { type Frame, roundFrame, traceCircle } from './frame.ts'
import { drawGrid, drawLand } from './globe-map.ts'
import { CITIES, LINKS } from './globe-places.ts'
import {
  computeGreatCircle,
  type Place,
  type PlaceProjection,
  project,
} from './globe-projection.ts'
import { drawRosette, type Scene, type SceneCanvas, samplePath, trace } from './scene-canvas.ts'

/**
 * The earth in dots inside a guilloché band, with lines between cities. It rotates, so each frame
 * draws all of it.
 */
export const globe: Scene = {
  drawStatic: () => {},
  moving(pen, seconds) {
    const frame = roundFrame(pen)
    const projectPlace = (place: Place) => project(frame, place, -0.35 + (seconds ?? 14) * 0.035)

    drawBand(pen, frame)
    drawGrid(pen, projectPlace)
    drawLand(pen, frame, projectPlace)
    drawLinks(pen, frame, projectPlace, seconds)
    drawCities(pen, projectPlace)
  },
}

function drawBand(pen: SceneCanvas, { x, y, r }: Frame) {
  const { ctx, inks } = pen
  ctx.fillStyle = inks.surface
  traceCircle(pen, [x, y], r)
  ctx.fill()
  ctx.save()
  ctx.translate(x, y)

  const k = r / 100
  ctx.strokeStyle = inks['ink-3']
  ctx.globalAlpha = 0.45
  ctx.lineWidth = 0.7
  drawRosette(ctx, {
    waves: 48,
    radius: 109 * k,
    depth: 3.6 * k,
    fine: 24,
    fineDepth: 2 * k,
    turns: 5,
  })
  ctx.globalAlpha = 0.8
  ctx.lineWidth = 1

  for (const radius of [100, 103.5, 115]) {
    traceCircle(pen, [0, 0], radius * k)
    ctx.stroke()
  }

  ctx.restore()
}

function drawLinks(
  { ctx, inks }: SceneCanvas,
  { x, y }: Frame,
  turned: PlaceProjection,
  seconds: number | null,
) {
  ctx.strokeStyle = inks.action
  ctx.lineWidth = 1.7
  LINKS.forEach(([from, to], index) => {
    const way = computeGreatCircle(CITIES[from] as Place, CITIES[to] as Place)
    const head = seconds === null ? 1 : (seconds * 0.14 + index * 0.13) % 1.6
    const points = samplePath(40, (part) => {
      const { place, lift } = way(part)
      const { at, depth } = turned(place)
      return part > head || part < head - 0.9 || depth < -0.05
        ? [Number.NaN, 0]
        : [x + (at[0] - x) * lift, y + (at[1] - y) * lift]
    })

    trace(
      ctx,
      points.filter(([px]) => !Number.isNaN(px)),
    )
    ctx.stroke()
  })
}

function drawCities(pen: SceneCanvas, turned: PlaceProjection) {
  const { ctx, inks } = pen
  for (const city of CITIES) {
    const { at, depth } = turned(city)
    if (depth <= 0.05) continue

    for (const [radius, color] of [
      [5.2, inks.surface],
      [3.2, inks.action],
    ] as const) {
      ctx.fillStyle = color
      traceCircle(pen, at, radius)
      ctx.fill()
    }
  }
}
