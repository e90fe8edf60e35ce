import { traceCircle } from './frame.ts'
import { drawCentred } from './round-scene.ts'
import { drawRosette, type Scene, type SceneCanvas, TAU } from './scene-canvas.ts'

const MARKS = 288
const QUARTER = Math.PI / 2

/** A day of 24 hours in rosettes; the hand shows the current hour in UTC. */
export const dial: Scene = {
  drawStatic(pen) {
    drawCentred(pen, (k) => {
      drawFace(pen, k)
      drawRings(pen, k)
    })
  },
  moving(pen) {
    drawCentred(pen, (k) => {
      const part = computeDayFraction(new Date(performance.timeOrigin + performance.now()))
      drawMarks(pen, k, part)
      drawHours(pen, k)
      drawHand(pen, k, part)
      drawHub(pen, k)
    })
  },
}

/** Returns the elapsed fraction of the UTC day. */
const computeDayFraction = (now: Date) => (now.getUTCHours() + now.getUTCMinutes() / 60) / 24

function drawFace(pen: SceneCanvas, k: number) {
  pen.ctx.fillStyle = pen.inks.surface
  traceCircle(pen, [0, 0], 100 * k)
  pen.ctx.fill()
}

function drawRings(pen: SceneCanvas, k: number) {
  const { ctx, inks } = pen
  const drawRing = (
    color: string,
    alpha: number,
    width: number,
    shape: Parameters<typeof drawRosette>[1],
  ) => {
    ctx.strokeStyle = color
    ctx.globalAlpha = alpha
    ctx.lineWidth = width
    drawRosette(ctx, shape)
  }

  drawRing(inks.ink, 0.62, 0.75, {
    waves: 24,
    radius: 66 * k,
    depth: 9 * k,
    fine: 72,
    fineDepth: 1.6 * k,
    turns: 14,
  })

  drawRing(inks.action, 0.8, 0.8, {
    waves: 8,
    radius: 38 * k,
    depth: 12 * k,
    fine: 24,
    fineDepth: 3.4 * k,
    turns: 16,
  })

  drawRing(inks.ink, 0.55, 0.7, {
    waves: 6,
    radius: 16 * k,
    depth: 6 * k,
    fine: 12,
    fineDepth: 2 * k,
    turns: 8,
  })

  ctx.globalAlpha = 1
  ctx.strokeStyle = inks.ink
  ctx.lineWidth = 1

  for (const radius of [100, 97.5, 80]) {
    traceCircle(pen, [0, 0], radius * k)
    ctx.stroke()
  }
}

function drawMarks({ ctx, inks }: SceneCanvas, k: number, part: number) {
  for (let i = 0; i < MARKS; i++) {
    const angle = (i / MARKS) * TAU - QUARTER
    const hour = i % 12 === 0

    ctx.strokeStyle = i / MARKS < part ? inks.action : inks['ink-3']
    ctx.lineWidth = hour ? 2.2 : 0.9

    const inner = hour ? 83 : 88
    ctx.beginPath()
    ctx.moveTo(Math.cos(angle) * inner * k, Math.sin(angle) * inner * k)
    ctx.lineTo(Math.cos(angle) * 94.5 * k, Math.sin(angle) * 94.5 * k)
    ctx.stroke()
  }
}

function drawHours({ ctx, inks }: SceneCanvas, k: number) {
  ctx.fillStyle = inks.ink
  ctx.font = `500 ${Math.max(11, 4.6 * k)}px "Instrument Sans Variable", sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'

  for (const hour of [0, 6, 12, 18]) {
    const angle = (hour / 24) * TAU - QUARTER
    ctx.fillText(
      `${String(hour).padStart(2, '0')}:00`,
      Math.cos(angle) * 109 * k,
      Math.sin(angle) * 107 * k,
    )
  }
}

function drawHand(pen: SceneCanvas, k: number, part: number) {
  const { ctx, inks } = pen
  const angle = part * TAU - QUARTER

  ctx.strokeStyle = inks.action
  ctx.lineWidth = 2.4
  ctx.beginPath()
  ctx.moveTo(Math.cos(angle) * 54 * k, Math.sin(angle) * 54 * k)
  ctx.lineTo(Math.cos(angle) * 96 * k, Math.sin(angle) * 96 * k)
  ctx.stroke()
  ctx.fillStyle = inks.action
  traceCircle(pen, [Math.cos(angle) * 97 * k, Math.sin(angle) * 97 * k], 4.5)
  ctx.fill()
}

function drawHub(pen: SceneCanvas, k: number) {
  const { ctx, inks } = pen
  ctx.fillStyle = inks.surface
  traceCircle(pen, [0, 0], 12 * k)
  ctx.fill()
  ctx.strokeStyle = inks.action
  ctx.lineWidth = 1.2
  ctx.stroke()
  ctx.fillStyle = inks.action
  ctx.fillRect(-5 * k, -3.6 * k, 10 * k, 2.4 * k)
  ctx.fillRect(-5 * k, 1.2 * k, 10 * k, 2.4 * k)
}
