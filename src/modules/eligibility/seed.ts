import { invariant } from '#lib/invariant.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { SAMPLE_RULES } from './adapters/sample-rules.ts'
import { proposeRules } from './commands/propose-rules.ts'

/** Proposes a rule set that the software ships, from the business date on. */
export async function proposeSampleRules(app: App, admin: Admin, key: string): Promise<Proposal> {
  const rules = SAMPLE_RULES.find((one) => one.key === key)
  invariant(rules, `the rules ${key} are shipped`)

  return await proposeRules(app, admin, {
    rules: JSON.stringify(rules),
    effectiveFrom: app.clock.today(),
  })
}
