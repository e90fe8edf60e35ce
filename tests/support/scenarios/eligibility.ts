import { acknowledgeWarning } from '#modules/eligibility/commands/acknowledge-warning.ts'
import { beginCoolingOff } from '#modules/eligibility/commands/begin-cooling-off.ts'
import { declareCategory } from '#modules/eligibility/commands/declare-category.ts'
import { proposeRules } from '#modules/eligibility/commands/propose-rules.ts'
import { submitAnswers } from '#modules/eligibility/commands/submit-answers.ts'
import { getRequiredWarning, type RuleSet } from '#modules/eligibility/model.ts'
import { findNewestRules, hashShown } from '#modules/eligibility/queries.ts'
import {
  buildTestAnswers,
  buildTestDeclaration,
  getSampleRules,
  publishTestRules,
} from '#modules/eligibility/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { approving, type Scenario, type ScenarioContext } from '../scenario.ts'

const RULES = getSampleRules('united-kingdom')
const sessionId = 'ses_test'

/** A member of a country whose sample rules are in force. */
async function createBriton({ app, ines, ruth }: ScenarioContext) {
  if (!(await findNewestRules(app.db, RULES.key)))
    await publishTestRules(app, { owner: ruth, second: ines }, RULES)
  return (await createTestMember(app, { country: 'GB', phoneNumber: '+44 20 7946 0018' })).member
}

let proposed = 0

/** Rules of no country, so that the other scenarios stay as they are. */
const buildRules = ({ app }: ScenarioContext) => {
  const rules: RuleSet = { ...RULES, key: `scenario-${++proposed}`, countries: [] }
  return { rules: JSON.stringify(rules), effectiveFrom: app.clock.today() }
}

export const scenarios: Scenario[] = [
  {
    command: 'eligibility/acknowledge-warning',
    repeatable: true,
    prepare: async (context) => {
      const member = await createBriton(context)
      const { id: textId, version, text } = getRequiredWarning(RULES)
      const input = { textId, version, sha256: hashShown(text), confirmed: true, sessionId }
      return { run: (on) => acknowledgeWarning(on, member, input) }
    },
  },
  {
    command: 'eligibility/declare-category',
    repeatable: true,
    prepare: async (context) => {
      const member = await createBriton(context)
      const [category] = RULES.categories
      const input = {
        category: category?.id ?? '',
        statements: category ? buildTestDeclaration(category) : {},
        sessionId,
      }
      return { run: (on) => declareCategory(on, member, input) }
    },
  },
  {
    command: 'eligibility/submit-answers',
    repeatable: true,
    prepare: async (context) => {
      const member = await createBriton(context)
      const answers = buildTestAnswers(RULES)
      return { run: (on) => submitAnswers(on, member, { answers, sessionId }) }
    },
  },
  {
    command: 'eligibility/begin-cooling-off',
    prepare: async (context) => {
      const member = await createBriton(context)
      return { run: (on) => beginCoolingOff(on, member, { sessionId }) }
    },
  },
  {
    command: 'eligibility/propose-rules',
    prepare: async (context) => {
      const input = buildRules(context)
      return { run: (on) => proposeRules(on, context.ruth, input) }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of eligibility rules',
    decides: 'rules.publish',
    prepare: async (context) =>
      approving(context.ines, await proposeRules(context.app, context.ruth, buildRules(context))),
  },
]
