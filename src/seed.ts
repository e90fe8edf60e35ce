import { at, seedPeople } from '#modules/identity/seed.ts'
import { seedPlans } from '#modules/plans/seed.ts'
import type { Config } from '#platform/config.ts'
import { openApp } from './app.ts'

const PLANS_SINCE = '2026-01-05T09:00:00Z'

/**
 * Fills the sandbox with its sample plans and people, whose history is made by commands at their story's dates. What is
 * there already stays as it is, so that it can run at every start; answers what it did, in lines to print.
 */
export async function seed(config: Config): Promise<string[]> {
  if (config.MODE !== 'sandbox') return []
  const { app, close } = await openApp({ ...config, LOG_LEVEL: 'warn' })
  try {
    const people = await seedPeople(app)
    const plans = await seedPlans(at(app, PLANS_SINCE), people.ruth, people.ines)
    return plans.length > 0 ? [`Seeded the sample people and ${plans.length} sample plans`] : []
  } finally {
    await close()
  }
}
