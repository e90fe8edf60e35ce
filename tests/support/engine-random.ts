/** Whole numbers below 2^32 that depend on the seed alone (mulberry32). */
export function createIntegerGenerator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
let random = createIntegerGenerator(1)

/**
 * From here on `createSeededId` gives the same ids again: a walk with the same seed goes the same
 * way to the cent.
 */
export const seedIds = (seed: number) => {
  random = createIntegerGenerator(seed)
}

/** In place of `createId`: an id of its form out of the seed. */
export const createSeededId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 20 }, () => LETTERS[random() & 31]).join('')}`
