import { Refusal, say } from './print.js'

/**
 * Returns the lines that describe what a live installation has and lacks, and whether it is complete.
 * @param {import('../src/platform/config.ts').Config} config
 */
export async function describeLive(config) {
  const { readLiveItems } = await import('../src/live.ts')
  const { formatLiveItems, isComplete } = await import('../src/modules/operations/model.ts')
  const items = await readLiveItems(config)

  return { items, lines: formatLiveItems(items), complete: isComplete(items) }
}

/**
 * Throws a refusal with the list if settings of a live installation are missing: before the first
 * connection that writes.
 * @param {import('../src/platform/config.ts').Config} config
 */
export async function assertLiveSettings(config) {
  const { listMissingSettings } = await import('../src/config.ts')
  if (listMissingSettings(config).length === 0) return

  const { lines } = await describeLive(config)
  throw new Refusal(
    `Live mode needs settings that are missing, so nothing was started (docs/operating/go-live.md):\n\n${lines
      .map((line) => `  ${line}`)
      .join('\n')}`,
  )
}

/**
 * Prints whether a started live installation is open to members, and if not what it lacks.
 * @param {import('../src/platform/config.ts').Config} config
 * @param {Date | null} openedAt
 */
export async function sayOpening(config, openedAt) {
  if (openedAt) return say(`Open to members since ${openedAt.toISOString()}`)

  const { lines, complete } = await describeLive(config)
  say('Not open to members yet: only the back office answers')
  for (const line of lines) say(`  ${line}`)
  if (complete) say('Nothing is missing. Open it with npm run go-live')
}
