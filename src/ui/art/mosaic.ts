import { drawCentred, drawRoundBlueLine } from './round-scene.ts'
import {
  createSeededRandom,
  drawRosette,
  type Point,
  type Scene,
  type SceneCanvas,
  samplePath,
} from './scene-canvas.ts'

const TILES = 6

/** A mosaic of small rosettes, no two alike: NFTs. */
export const mosaic: Scene = {
  drawStatic(pen) {
    drawCentred(pen, (k) => {
      const random = createSeededRandom(721)
      for (let row = 0; row < TILES; row++)
        for (let column = 0; column < TILES; column++) drawTile(pen, k, row, column, random)
    })
  },
  moving(pen, seconds) {
    drawCentred(pen, (k) => {
      const [x, y] = placeTile(k, 2, 3)
      const edge = samplePath(120, (part): Point => computeSquarePoint(x, y, 16.5 * k, part))
      drawRoundBlueLine(pen, edge, seconds, 8)
    })
  },
}

const placeTile = (k: number, row: number, column: number): Point => [
  (column - (TILES - 1) / 2) * 36 * k,
  (row - (TILES - 1) / 2) * 36 * k,
]

function drawTile(pen: SceneCanvas, k: number, row: number, column: number, random: () => number) {
  const { ctx, inks } = pen
  const [x, y] = placeTile(k, row, column)
  const waves = 3 + Math.floor(random() * 9)
  const shape = {
    waves,
    radius: (8 + random() * 4) * k,
    depth: (1.5 + random() * 3) * k,
    fine: waves * (2 + Math.floor(random() * 3)),
    fineDepth: random() * k,
    turns: 4 + Math.floor(random() * 5),
  }

  ctx.save()
  ctx.translate(x, y)
  ctx.fillStyle = inks.surface
  ctx.fillRect(-16.5 * k, -16.5 * k, 33 * k, 33 * k)
  ctx.strokeStyle = row === 2 && column === 3 ? inks.action : inks.ink
  ctx.lineWidth = 0.7
  ctx.globalAlpha = 0.8
  drawRosette(ctx, shape)
  ctx.globalAlpha = 0.45
  ctx.strokeStyle = inks['ink-3']
  ctx.strokeRect(-16.5 * k, -16.5 * k, 33 * k, 33 * k)
  ctx.restore()
}

/** Returns a point on the outline of a square, from its upper left corner. */
function computeSquarePoint(x: number, y: number, half: number, part: number): Point {
  const side = Math.min(3, Math.floor(part * 4))
  const along = part * 4 - side
  const span = 2 * half * along
  const corners: Point[] = [
    [x - half + span, y - half],
    [x + half, y - half + span],
    [x + half - span, y + half],
    [x - half, y + half - span],
  ]

  return corners[side] as Point
}
