/** Throws when an invariant is broken: for bugs, never for bad input. */
export function invariant(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${promise}`)
}
