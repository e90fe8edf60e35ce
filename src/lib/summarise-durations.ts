/** A summary of durations in milliseconds. */
export type DurationSummary = { count: number; medianMs: number; slowestMs: number } | null

/** Summarises durations; null without any. */
export function summariseDurations(spansMs: readonly number[]): DurationSummary {
  const sorted = [...spansMs].sort((a, b) => a - b)
  const slowestMs = sorted.at(-1)
  if (slowestMs === undefined) return null

  const upper = sorted[Math.floor(sorted.length / 2)] ?? slowestMs
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper
  return { count: sorted.length, medianMs: Math.round((lower + upper) / 2), slowestMs }
}
