import { join } from 'node:path'
import { confirmMatch } from '#modules/compliance/commands/confirm-match.ts'
import { loadScreeningLists } from '#modules/compliance/commands/load-lists.ts'
import { proposeDismissal } from '#modules/compliance/commands/propose-dismissal.ts'
import { screenMembers } from '#modules/compliance/commands/screen-members.ts'
import { buildTestParty, createTestCase, loadTestList } from '#modules/compliance/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { approving, type Scenario } from '../scenario.ts'

const SAMPLE = join(import.meta.dirname, '../../../src/modules/compliance/samples/un.xml')
const reason = 'Another date of birth, by the passport.'

export const scenarios: Scenario[] = [
  {
    command: 'compliance/load-lists',
    when: 'of one list',
    prepare: async ({ app }) => {
      await loadTestList(app, [buildTestParty()])
      const SCREENING_LISTS = [{ kind: 'un' as const, address: SAMPLE }]

      return {
        run: (on) => loadScreeningLists({ ...on, config: { ...on.config, SCREENING_LISTS } }),
      }
    },
  },
  {
    command: 'compliance/screen-members',
    prepare: async ({ app }) => {
      await loadTestList(app, [buildTestParty()])
      await createTestMember(app)
      await screenMembers(app) // builds the index
      await createTestMember(app)

      return { run: screenMembers }
    },
  },
  {
    command: 'compliance/confirm-match',
    prepare: async ({ app, ines }) => {
      const { found } = await createTestCase(app)
      return { run: (on) => confirmMatch(on, ines, { caseId: found.id, reason }) }
    },
  },
  {
    command: 'compliance/propose-dismissal',
    prepare: async ({ app, ines }) => {
      const { found } = await createTestCase(app)
      return { run: (on) => proposeDismissal(on, ines, { caseId: found.id, reason }) }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of the dismissal of a screening case',
    decides: 'screening.dismiss',
    prepare: async ({ app, ines, ruth }) => {
      const { found } = await createTestCase(app)
      return approving(ruth, await proposeDismissal(app, ines, { caseId: found.id, reason }))
    },
  },
]
