import { type Box, getBroadFrame } from './frame.ts'
import { drawBlueLine, strokePath } from './lines.ts'
import { type Point, type Scene, samplePath } from './scene-canvas.ts'

const COMBS = 110

function computeWaves({ left, top, width, height }: Box) {
  const middle = top + height / 2
  const computeWave = (part: number, turns: number, shift: number) =>
    Math.sin(part * turns + shift) * height * 0.21
  const computeBeat = (part: number) => computeWave(part, 19, 0) + computeWave(part, 22.5, 0.8)

  return {
    x: (part: number) => left + part * width,
    middle,
    one: (p: number) => computeWave(p, 19, 0),
    both: computeBeat,
  }
}

/** Two waves and their interference: forex. */
export const beats: Scene = {
  drawStatic(pen) {
    const { x, middle, one, both } = computeWaves(getBroadFrame(pen))
    for (let i = 0; i <= COMBS; i++) {
      const part = i / COMBS
      const line: Point[] = [
        [x(part), middle + one(part)],
        [x(part), middle + both(part)],
      ]
      strokePath(pen, line, { color: pen.inks.ink, width: 0.9, alpha: 0.55 })
    }

    for (const scale of [1, 0.92, 0.84])
      strokePath(
        pen,
        samplePath(260, (part) => [x(part), middle + one(part) * scale]),
        { color: pen.inks.ink, width: scale === 1 ? 1.4 : 0.7, alpha: 0.8 },
      )
  },
  moving(pen, seconds) {
    const { x, middle, both } = computeWaves(getBroadFrame(pen))
    drawBlueLine(
      pen,
      samplePath(320, (part) => [x(part), middle + both(part)]),
      seconds,
      { spanSeconds: 13 },
    )
  },
}
