/** Whether this run has hours (`npm run test:deep`) rather than the gate's minutes. */
export const DEEP = process.env.DEEP === '1'

/** The gate's number, or the larger one of a deep run. */
export const scaled = (gate: number, deep: number) => (DEEP ? deep : gate)
