import type { LiveRequirement } from '#platform/config/live-checks.ts'

/** A requirement of live mode with what it lacks. */
export type LiveItem = {
  requirement: LiveRequirement
  label: string
  state: 'ok' | 'missing' | 'unknown'
  problems: readonly string[]
}

export const isComplete = (items: readonly LiveItem[]): boolean =>
  items.length > 0 && items.every(({ state }) => state === 'ok')

/** Returns the list as lines, one for each requirement and for each thing that it lacks. */
export const formatLiveItems = (items: readonly LiveItem[]): string[] =>
  items.flatMap(({ state, label, problems }) => [
    `${state.padEnd(7)}  ${label}`,
    ...problems.map((text) => `${' '.repeat(9)}${text}`),
  ])
