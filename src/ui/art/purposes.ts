import { createSwell, getWholeFrame } from './frame.ts'
import {
  createSeededRandom,
  type Point,
  type Scene,
  type SceneCanvas,
  samplePath,
  TAU,
  trace,
} from './scene-canvas.ts'

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

/** Returns a scene without motion. */
const createStillScene = (drawStatic: Scene['drawStatic']): Scene => ({
  drawStatic,
  moving: () => {},
})

/** One leading line, and others that follow later and lower. */
export const followers = createStillScene((pen) => {
  const { width, height } = getWholeFrame(pen)
  const shape = createSwell(2.2)
  const computeLine = (behind: number) =>
    samplePath(
      90,
      (part): Point => [
        part * width,
        height * (0.56 + behind * 0.034) -
          shape(part * 0.8 - behind * 0.018) * height * (0.3 - behind * 0.006),
      ],
    )

  for (let i = 15; i > 0; i--) stroke(pen, computeLine(i), pen.inks.ink, 0.8, 0.72 - i * 0.035)
  stroke(pen, computeLine(0), pen.inks.action, 2.2)
})

/** Many short trades in a day, some up, some down. */
export const ticks = createStillScene((pen) => {
  const { width, height } = getWholeFrame(pen)
  const random = createSeededRandom(86400)
  const count = Math.floor(width / 4.4)
  let level = 0

  for (let i = 0; i < count; i++) {
    level = (level + random() - 0.5) * 0.93

    const x = ((i + 0.5) / count) * width
    const middle = height * (0.55 - level * 0.16)
    const half = height * (0.04 + random() * 0.22)

    stroke(
      pen,
      [
        [x, middle - half],
        [x, middle + half],
      ],
      pen.inks.ink,
      1.1,
      0.75,
    )

    if (i % 9 === 4)
      stroke(
        pen,
        [
          [x - 4, middle],
          [x + 4, middle],
        ],
        pen.inks.action,
        2.6,
      )
  }
})

/** Several bundles of lines that diverge. */
export const bundles = createStillScene((pen) => {
  const { width, height } = getWholeFrame(pen)
  for (let bundle = 0; bundle < 4; bundle++)
    for (let i = 0; i < 8; i++) {
      const wide = createSwell(bundle * 2.3 + 1)
      const narrow = createSwell(bundle * 1.1 + 5)
      const line = samplePath(
        80,
        (part): Point => [
          part * width,
          height * (0.16 + bundle * 0.24) +
            wide(part) * height * 0.09 +
            (i - 3.5) * height * 0.021 * (1.2 + narrow(part)),
        ],
      )

      const blue = i === 0 && bundle % 2 === 0
      stroke(pen, line, blue ? pen.inks.action : pen.inks.ink, blue ? 2 : 0.8, blue ? 1 : 0.6)
    }
})

/** A hill as contour lines. */
export const contours = createStillScene((pen) => {
  const { width, height } = getWholeFrame(pen)
  for (let i = 1; i < 16; i++) {
    const line = samplePath(120, (part): Point => {
      const t = part * TAU
      const bump =
        1 +
        0.16 * Math.sin(2 * t + 1 + i * 0.05) +
        0.1 * Math.sin(3 * t + 2.4) +
        0.03 * Math.sin(7 * t + i)

      return [
        width * 0.58 + Math.cos(t) * i * 15 * bump,
        height * 0.54 + Math.sin(t) * i * 9.5 * bump,
      ]
    })

    const blue = i === 4 || i === 11
    stroke(pen, line, blue ? pen.inks.action : pen.inks.ink, blue ? 2 : 0.8, blue ? 1 : 0.68)
  }
})
