import rows from './world.json'

/** Tenths of a degree to radians. */
const RADIANS = Math.PI / 1800

/**
 * Land as dots, each a longitude and a latitude in radians. `world.json` holds the longitudes by
 * latitude, both in tenths of a degree; from Natural Earth, public domain.
 */
export const LAND: readonly (readonly [number, number])[] = Object.entries<readonly number[]>(
  rows,
).flatMap(([latitude, longitudes]) =>
  longitudes.map((longitude) => [longitude * RADIANS, Number(latitude) * RADIANS] as const),
)
