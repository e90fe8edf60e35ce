import { traceCircle } from './frame.ts'
import { strokePath } from './lines.ts'
import { drawCentred, drawRoundBlueLine } from './round-scene.ts'
import {
  drawRosette,
  type Point,
  type Scene,
  type SceneCanvas,
  samplePath,
} from './scene-canvas.ts'

const BLOCKS: readonly Point[] = [
  [-62, -58],
  [4, -70],
  [64, -34],
  [66, 34],
  [6, 70],
  [-60, 52],
  [-8, 0],
]

function drawBlock(pen: SceneCanvas, k: number, [x, y]: Point, index: number) {
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

/** A chain of hashes, a rosette each: crypto. */
export const chained: Scene = {
  drawStatic(pen) {
    drawCentred(pen, (k) => {
      strokePath(pen, computeChain(k), { color: pen.inks['ink-3'], width: 0.8, alpha: 0.6 })
    })
  },
  moving(pen, seconds) {
    drawCentred(pen, (k) => {
      drawRoundBlueLine(pen, computeChain(k), seconds, 10)
      BLOCKS.forEach((at, index) => {
        drawBlock(pen, k, at, index)
      })
    })
  },
}
