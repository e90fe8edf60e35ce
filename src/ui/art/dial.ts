import { drawFace, drawRings } from './dial-rings.ts'
import { traceCircle } from './frame.ts'
import { drawCentred } from './round-scene.ts'
import { type Scene, type SceneCanvas, TAU } from './scene-canvas.ts'

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
