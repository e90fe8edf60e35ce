/** Whether this run has hours (`npm run test:deep`) rather than the gate's minutes. */
export const DEEP = process.env.DEEP === '1'

/** The gate's number, or the larger one of a deep run. */
export const pickScale = (gate: number, deep: number) => (DEEP ? deep : gate)

/**
 * How many random steps a deep run takes where it counts them, `STEPS=500000`; two million by
 * default.
 */
export const STEPS = Number(process.env.STEPS ?? 2_000_000)

/** The gate's number of steps, or the deep run's, or `STEPS` where that is set. */
export const pickSteps = (gate: number, deep: number) =>
  process.env.STEPS === undefined ? pickScale(gate, deep) : STEPS

/**
 * Where random walks begin: a run with the seed that another printed goes the same way, and a deep
 * one continues there.
 */
export const SEED = process.env.SEED === undefined ? null : Number(process.env.SEED)
