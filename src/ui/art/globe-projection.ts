import type { Frame } from './frame.ts'
import type { Point } from './scene-canvas.ts'

const LATITUDE = 0.32

/** Longitude and latitude in radians. */
export type Place = readonly [number, number]

/** A point on the screen and its distance in front of the limb; below 0 it is hidden. */
export type ProjectedPoint = { at: Point; depth: number }
export type PlaceProjection = (place: Place) => ProjectedPoint

/** Projects a place onto the globe in a frame; `middle` is the longitude in its centre. */
export function project({ x, y, r }: Frame, [lon, lat]: Place, middle: number): ProjectedPoint {
  const l = lon - middle
  const up = Math.cos(LATITUDE) * Math.sin(lat) - Math.sin(LATITUDE) * Math.cos(lat) * Math.cos(l)
  const depth =
    Math.sin(LATITUDE) * Math.sin(lat) + Math.cos(LATITUDE) * Math.cos(lat) * Math.cos(l)
  return { at: [x + Math.cos(lat) * Math.sin(l) * r, y - up * r], depth }
}

/** Returns the great circle between two places, lifted off the ground in the middle. */
export function computeGreatCircle(from: Place, to: Place) {
  const a = toVector(from)
  const b = toVector(to)
  const angle = Math.acos(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])

  return (part: number) => {
    const near = Math.sin((1 - part) * angle) / Math.sin(angle)
    const far = Math.sin(part * angle) / Math.sin(angle)
    const [vx, vy, vz] = [0, 1, 2].map((i) => (a[i] ?? 0) * near + (b[i] ?? 0) * far) as [
      number,
      number,
      number,
    ]

    const place: Place = [Math.atan2(vy, vx), Math.asin(Math.max(-1, Math.min(1, vz)))]
    return { place, lift: 1 + 0.16 * angle * Math.sin(part * Math.PI) }
  }
}

const toVector = ([lon, lat]: Place): [number, number, number] => [
  Math.cos(lat) * Math.cos(lon),
  Math.cos(lat) * Math.sin(lon),
  Math.sin(lat),
]
