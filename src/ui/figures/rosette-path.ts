const TAU = Math.PI * 2

/** Two rings, each one line repeated with `rotations`. */
export type RosetteShape = { outer: RosetteRing; inner: RosetteRing }
export type RosetteRing = { path: string; rotations: string[] }

/** Parses the 32 bytes of a hash of 64 hex digits. */
function parseHashBytes(hash: string): number[] {
  return Array.from(
    { length: 32 },
    (_, i) => Number.parseInt(hash.slice(i * 2, i * 2 + 2), 16) || i * 7,
  )
}

function buildRingPath(
  waves: number,
  radius: number,
  depth: number,
  fineWaves: number,
  fineDepth: number,
  points: number,
) {
  let path = ''
  for (let i = 0; i <= points; i++) {
    const t = (i / points) * TAU
    const r = radius + depth * Math.sin(waves * t) + fineDepth * Math.sin(fineWaves * t)
    path += `${i ? 'L' : 'M'}${(r * Math.cos(t)).toFixed(2)} ${(r * Math.sin(t)).toFixed(2)}`
  }

  return `${path}Z`
}

const buildRotations = (count: number, waves: number): string[] =>
  Array.from({ length: count }, (_, i) => `rotate(${(((360 / waves) * i) / count).toFixed(2)})`)

/**
 * Builds the guilloché of a hash. The same hash always gives the same lines; different ones may
 * look alike.
 */
export function buildRosetteShape(hash: string, density: number): RosetteShape {
  const b = parseHashBytes(hash)
  const pick = (index: number, of: number) => (b[index] ?? 0) % of
  const waves = 8 + pick(0, 7)
  const innerWaves = 5 + pick(4, 6)

  return {
    outer: {
      path: buildRingPath(waves, 82, 7 + pick(2, 4), waves * (3 + pick(1, 4)), 2.2, 360),
      rotations: buildRotations(Math.round((9 + pick(3, 4)) * density), waves),
    },
    inner: {
      path: buildRingPath(innerWaves, 48, 10 + pick(5, 6), innerWaves * (2 + pick(7, 3)), 4, 300),
      rotations: buildRotations(Math.round((10 + pick(6, 5)) * density), innerWaves),
    },
  }
}
