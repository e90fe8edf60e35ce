import { type Frame, roundFrame, traceCircle } from './frame.ts'
import {
  computeGreatCircle,
  type Place,
  type PlaceProjection,
  project,
} from './globe-projection.ts'
import {
  drawRosette,
  type Scene,
  type SceneCanvas,
  samplePath,
  TAU,
  trace,
} from './scene-canvas.ts'
import { LAND } from './world.ts'

const RADIAN = Math.PI / 180

const CITIES: readonly Place[] = [
  [13.4, 52.5],
  [3.4, 6.5],
  [55.3, 25.2],
  [103.8, 1.35],
  [-46.6, -23.5],
  [-79.4, 43.7],
  [36.8, -1.3],
  [151.2, -33.9],
  [72.9, 19.1],
  [139.7, 35.7],
  [-99.1, 19.4],
  [-0.1, 51.5],
].map(([lon = 0, lat = 0]) => [lon * RADIAN, lat * RADIAN])

const LINKS = [
  [0, 1],
  [0, 2],
  [2, 3],
  [11, 5],
  [1, 4],
  [6, 8],
  [3, 7],
  [8, 9],
  [0, 6],
  [11, 10],
  [2, 8],
  [1, 6],
] as const

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

function drawGrid({ ctx, inks }: SceneCanvas, turned: PlaceProjection) {
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

function drawLand({ ctx, inks }: SceneCanvas, { r }: Frame, turned: PlaceProjection) {
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
