import type { App } from '#platform/app.ts'
import {
  LIVE_REQUIREMENTS,
  type LiveProblem,
  type LiveRequirement,
} from '#platform/config/live-checks.ts'
import type { LiveItem } from '../model.ts'
import { LIVE_FACTS } from './live-facts.ts'

const REQUIREMENTS = Object.keys(LIVE_REQUIREMENTS) as LiveRequirement[]

/**
 * Returns each requirement of live mode in its order, with what it lacks. A fact is checked once
 * the settings of its requirement are complete and there is an app to check it with; before that a
 * requirement with a fact is unknown.
 */
export async function listLiveItems(
  app: App | null,
  missing: readonly LiveProblem[],
): Promise<LiveItem[]> {
  return await Promise.all(
    REQUIREMENTS.map(async (requirement) => {
      const lacking = missing.filter((one) => one.requirement === requirement)
      const check = LIVE_FACTS[requirement]
      const item = { requirement, label: LIVE_REQUIREMENTS[requirement] }
      if (lacking.length > 0)
        return { ...item, state: 'missing', problems: lacking.map(({ text }) => text) }
      if (!check) return { ...item, state: 'ok', problems: [] }
      if (!app) return { ...item, state: 'unknown', problems: ['not checked without the database'] }

      const problems = await check(app).catch((error) => {
        app.log.warn({ err: error, requirement }, 'a requirement of live mode can’t be checked')
        return ["can't be checked: the log has the error"]
      })
      return { ...item, state: problems.length > 0 ? 'missing' : 'ok', problems }
    }),
  )
}
