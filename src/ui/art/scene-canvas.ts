export const TAU = Math.PI * 2

export type Point = readonly [number, number]

const TOKENS = ['ink', 'ink-3', 'action', 'rule', 'surface'] as const
export type Inks = Record<(typeof TOKENS)[number], string>

/** The drawing context of a scene: a canvas of this size in CSS pixels, and the theme's colours. */
export type SceneCanvas = {
  ctx: CanvasRenderingContext2D
  width: number
  height: number
  inks: Inks
}

/** A picture in two layers: `drawStatic` runs once, `moving` at each frame. */
export type Scene = {
  drawStatic: (pen: SceneCanvas) => void
  /** Without a time it draws the final state. */
  moving: (pen: SceneCanvas, seconds: number | null) => void
}

/** Reads the theme's current colours. */
export function readInks(): Inks {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(
    TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]),
  ) as Inks
}

/** Traces a path through points without filling or stroking it. */
export function trace(ctx: CanvasRenderingContext2D, points: readonly Point[]) {
  ctx.beginPath()
  points.forEach(([x, y], i) => {
    if (i === 0) ctx.moveTo(x, y)
    else ctx.lineTo(x, y)
  })
}

/** Returns `count + 1` points of the path that `at` describes from 0 to 1. */
export const samplePath = (count: number, at: (part: number) => Point): Point[] =>
  Array.from({ length: count + 1 }, (_, i) => at(i / count))

/** Returns a generator of the same pseudo-random numbers for the same seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 4294967296
  }
}

export type Rosette = {
  waves: number
  radius: number
  depth: number
  fine: number
  fineDepth: number
  turns: number
}

/** Draws one wavy ring `turns` times, each rotated a little further (guilloché). */
export function drawRosette(ctx: CanvasRenderingContext2D, shape: Rosette) {
  for (let turn = 0; turn < shape.turns; turn++) {
    const offset = (TAU / shape.waves) * (turn / shape.turns)
    const points = samplePath(300, (part) => {
      const t = part * TAU
      const r =
        shape.radius +
        shape.depth * Math.sin(shape.waves * t) +
        shape.fineDepth * Math.sin(shape.fine * t)
      return [r * Math.cos(t + offset), r * Math.sin(t + offset)]
    })

    trace(ctx, points)
    ctx.stroke()
  }
}
