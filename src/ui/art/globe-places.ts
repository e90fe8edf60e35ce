import { RADIAN } from './globe-map.ts'
import type { Place } from './globe-projection.ts'

/** The cities that the globe shows, by longitude and latitude in degrees. */
export const CITIES: readonly Place[] = [
  [13.4, 52.5],
  [3.4, 6.5],
  [55.3, 25.2],
  [103.8, 1.35],
  [-46.6, -23.5],
  [-79.4, 43.7],
  [36.8, -1.3],
  [151.2, -33.9],
  [72.9, 19.1],
  [139.7, 35.7],
  [-99.1, 19.4],
  [-0.1, 51.5],
].map(([lon = 0, lat = 0]) => [lon * RADIAN, lat * RADIAN])

/** The pairs of cities that an arc connects. */
export const LINKS = [
  [0, 1],
  [0, 2],
  [2, 3],
  [11, 5],
  [1, 4],
  [6, 8],
  [3, 7],
  [8, 9],
  [0, 6],
  [11, 10],
  [2, 8],
  [1, 6],
] as const
