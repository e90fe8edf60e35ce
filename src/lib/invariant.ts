/** Guards against bugs, never against bad input: a broken invariant is ours to mend. */
export function invariant(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${promise}`)
}
