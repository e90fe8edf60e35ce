import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { changeTask } from '#modules/desk/commands/change-task.ts'
import { claimWork } from '#modules/desk/commands/claim-work.ts'
import { releaseWork } from '#modules/desk/commands/release-work.ts'
import { writeNote } from '#modules/desk/commands/write-note.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

async function createPending({ app, planId }: ScenarioContext): Promise<string> {
  const { member } = await createTestMember(app)
  return (await createPendingDeposit(app, member, { planId, amount: '1500' })).id
}

export const scenarios: Scenario[] = [
  {
    command: 'desk/write-note',
    repeatable: true,
    prepare: async ({ app, ines, ruth }) => {
      const { member } = await createTestMember(app)
      const note = { subjectId: member.id, message: 'Call back.', assignedTo: ruth.id }
      return { run: (on) => writeNote(on, ines, note) }
    },
  },
  {
    command: 'desk/change-task',
    prepare: async ({ app, ines }) => {
      const { member } = await createTestMember(app)
      const { id } = await writeNote(app, ines, {
        subjectId: member.id,
        message: 'Call back.',
        assignedTo: ines.id,
      })
      return { run: (on) => changeTask(on, ines, { id, done: true }) }
    },
  },
  {
    command: 'desk/claim-work',
    prepare: async (context) => {
      const id = await createPending(context)
      return { run: (on) => claimWork(on, context.ines, id) }
    },
  },
  {
    command: 'desk/release-work',
    prepare: async (context) => {
      const id = await createPending(context)
      await claimWork(context.app, context.ines, id)
      return { run: (on) => releaseWork(on, context.ines, id) }
    },
  },
]
