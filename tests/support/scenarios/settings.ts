import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import { cancelSettingChange } from '#modules/administration/commands/cancel-setting-change.ts'
import { changePaymentTerms } from '#modules/administration/commands/change-payment-terms.ts'
import { changeReceivingAddress } from '#modules/administration/commands/change-receiving-address.ts'
import { changeSetting } from '#modules/administration/commands/change-setting.ts'
import { recordExport } from '#modules/administration/commands/record-export.ts'
import { retryJob } from '#modules/administration/commands/retry-job.ts'
import { setPause } from '#modules/administration/commands/set-pause.ts'
import { markLive } from '#modules/approvals/commands/mark-live.ts'
import { applySettingChanges } from '#modules/settings/commands/apply-setting-changes.ts'
import { findSettingChange, findTerms } from '#modules/settings/queries.ts'
import { createOpenChange, setTestSetting } from '#modules/settings/testing.ts'
import type { App } from '#platform/app.ts'
import { listTroubledJobs } from '#platform/jobs/job-states.ts'
import { another, type Scenario, type ScenarioContext } from '../scenario.ts'

/** Only the owner of the database can, and only for a test. */
const unmarkLive = async ({ owner }: ScenarioContext) => {
  await owner.query('update approvals.installation set live = false where live')
}

const dayLater = (app: App): App => ({
  ...app,
  clock: { ...app.clock, now: () => new Date(app.clock.now().getTime() + DAY_MS) },
})

/** Changed once already: a row is there that another change replaces. */
async function retention({ app, ruth }: ScenarioContext, proofDays: number) {
  const version = (await findSettingChange(app.db, 'retention'))?.at.toISOString() ?? ''
  const value = { proofDays, messageDays: 365, notificationDays: 365, identityDays: 1_826 }
  return (on: App) => changeSetting(on, ruth, { name: 'retention', value, version })
}

async function terms({ app, ruth }: ScenarioContext, quoteMinutes: number) {
  const { terms: now, changed } = await findTerms(app.db, 'ETHERIUM', app.clock.now())
  const next = { ...now, quoteMinutes }
  const version = changed?.at.toISOString() ?? ''
  return (on: App) => changePaymentTerms(on, ruth, { method: 'ETHERIUM', terms: next, version })
}

export const scenarios: Scenario[] = [
  {
    command: 'administration/change-setting',
    repeatable: true,
    prepare: async (context) => {
      await (await retention(context, 2_000))(context.app)
      return { run: await retention(context, 2_001) }
    },
  },
  {
    command: 'approvals/mark-live',
    repeatable: true,
    prepare: async (context) => {
      await unmarkLive(context)
      return { run: (on) => markLive(on) }
    },
    finish: unmarkLive,
  },
  {
    command: 'administration/set-pause',
    prepare: async ({ app, ruth }) => {
      await setPause(app, ruth, { what: 'signUps', reason: 'Something else.' })
      const reason = another('The bank moves')
      return { run: (on) => setPause(on, ruth, { what: 'signUps', reason }) }
    },
    finish: ({ app }) =>
      setTestSetting(app, 'pauses', { deposits: null, withdrawals: null, signUps: null }),
  },
  {
    command: 'settings/apply-setting-changes',
    prepare: async (context) => {
      await unmarkLive(context)
      await createOpenChange(context.app)
      return { run: (on) => applySettingChanges(dayLater(on)) }
    },
  },
  {
    command: 'administration/cancel-setting-change',
    prepare: async ({ app, ruth }) => {
      const id = await createOpenChange(app)
      return { run: (on) => cancelSettingChange(on, ruth, id) }
    },
  },
  {
    command: 'administration/record-export',
    repeatable: true,
    prepare: async ({ ruth }) => ({
      run: (on) => recordExport(on, ruth, { name: 'staff.csv', rows: 3, search: 'ruth' }),
    }),
  },
  {
    command: 'administration/change-payment-terms',
    repeatable: true,
    prepare: async (context) => {
      await (await terms(context, 30))(context.app)
      return { run: await terms(context, 31) }
    },
  },
  {
    command: 'administration/change-receiving-address',
    repeatable: true,
    prepare: async ({ app, ruth }) => {
      const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
      // the first mail makes the queue
      await changeReceivingAddress(app, ruth, { method: 'ETHERIUM', address })
      return { run: (on) => changeReceivingAddress(on, ruth, { method: 'ETHERIUM', address }) }
    },
  },
  {
    command: 'administration/retry-job',
    prepare: async ({ app, ruth }) => {
      const id = randomUUID()
      await app.db.transaction().execute(async (tx) => {
        await app.jobs.enqueue(tx, 'tell-the-bank', { id })
        await sql`update pgboss.job set state = 'failed' where data ->> 'id' = ${id}`.execute(tx)
      })

      const found = (await listTroubledJobs(app.db)).find(({ payload }) => payload.id === id)
      invariant(found, 'the failed job is listed')

      return { run: (on) => retryJob(on, ruth, found.id) }
    },
  },
]
