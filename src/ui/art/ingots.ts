import { getBroadFrame } from './frame.ts'
import { drawBlueLine, sampleEvenly, strokePath } from './lines.ts'
import { type Point, type Scene, type SceneCanvas, trace } from './scene-canvas.ts'

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

/** The contours of stacked gold bars. */
export const ingots: Scene = {
  drawStatic(pen) {
    for (const ingot of buildIngotStack(pen)) drawIngot(pen, ingot)
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
        { spanSeconds: 9 },
      )
  },
}
