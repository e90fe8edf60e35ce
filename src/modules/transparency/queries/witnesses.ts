import { MINUTE_MS } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { parseVkey } from '../model.ts'
import type { TransparencyTables, WitnessProblem } from '../tables.ts'

export type WitnessState = {
  name: string
  vkeys: string[]
  url: string
  requestedAt: Date | null
  cosignedAt: Date | null
  /** The size that it cosigned last. */
  size: number
  problem: WitnessProblem | null
  detail: string | null
  problemSince: Date | null
}

/** Short outages of a witness raise no alert. */
const SILENT_MS = 60 * MINUTE_MS

/** Lists the configured witnesses by name, with how they are doing; one may have several keys. */
export async function listWitnesses(
  { config }: Pick<App, 'config'>,
  reader: Reader,
): Promise<WitnessState[]> {
  const rows = await reader
    .withTables<TransparencyTables>()
    .selectFrom('log_witness')
    .selectAll()
    .execute()
  const named = Map.groupBy(config.LOG_WITNESSES, ({ vkey }) => parseVkey(vkey).name)

  return [...named].map(([name, entries]) => {
    const row = rows.find((one) => one.name === name)
    return {
      name,
      vkeys: entries.map(({ vkey }) => vkey),
      url: entries[0]?.url ?? '',
      requestedAt: row?.requested_at ?? null,
      cosignedAt: row?.cosigned_at ?? null,
      size: Number(row?.size ?? 0),
      problem: row?.problem ?? null,
      detail: row?.detail ?? null,
      problemSince: row?.problem_since ?? null,
    }
  })
}

/**
 * Lists a sentence for each witness that needs attention: a fork at once, silence after an hour.
 */
export async function listWitnessProblems(
  app: Pick<App, 'config' | 'clock'>,
  reader: Reader,
): Promise<string[]> {
  const now = app.clock.now().getTime()
  return (await listWitnesses(app, reader)).flatMap(({ name, problem, detail, problemSince }) => {
    if (problem === 'silent' && now - (problemSince?.getTime() ?? now) < SILENT_MS) return []
    if (problem === 'silent') return [`The witness ${name} gives no answer. ${detail}`]
    if (problem === 'refused') return [`The witness ${name} refuses the checkpoint. ${detail}`]
    if (problem === 'fork')
      return [`The witness ${name} has seen another history of the log. ${detail}`]
    return []
  })
}
