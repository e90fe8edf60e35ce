import { getBroadFrame } from './frame.ts'
import { drawBlueLine, sampleEvenly, strokePath } from './lines.ts'
import type { Point, Scene } from './scene-canvas.ts'
import { type Building, computeBuildings, drawBuilding } from './street-buildings.ts'

/** Returns the points along the roofs, gable by gable. */
const computeRoofline = (all: readonly Building[]): Point[] =>
  all.flatMap(({ left, right, top, storeyHeight: floor, of }): Point[] =>
    of.gable
      ? [
          [left, top],
          [(left + right) / 2, top - floor * 0.9],
          [right, top],
        ]
      : [
          [left, top],
          [right, top],
        ],
  )

/** A street of buildings drawn as stacked lines: real estate. */
export const street: Scene = {
  drawStatic(pen) {
    const box = getBroadFrame(pen)
    for (const building of computeBuildings(box)) drawBuilding(pen, building)

    const ground = box.top + box.height * 0.94
    for (const drop of [0, 5, 10]) {
      const line: Point[] = [
        [box.left - 30, ground + drop],
        [box.left + box.width, ground + drop],
      ]
      strokePath(pen, line, { color: pen.inks.ink, width: drop ? 0.8 : 1.6, alpha: 0.8 })
    }
  },
  moving(pen, seconds) {
    drawBlueLine(
      pen,
      sampleEvenly(computeRoofline(computeBuildings(getBroadFrame(pen))), 220),
      seconds,
    )
  },
}
