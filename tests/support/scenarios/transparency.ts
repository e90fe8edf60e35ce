import { DAY_MS } from '#lib/dates.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { deriveSigningKey, signCheckpoint } from '#modules/transparency/adapters/log-keys.ts'
import { appendLog } from '#modules/transparency/commands/append-log.ts'
import { cosignCheckpoint } from '#modules/transparency/commands/cosign-checkpoint.ts'
import { proveLiabilities } from '#modules/transparency/commands/prove-liabilities.ts'
import { requestCosignatures } from '#modules/transparency/commands/request-cosignatures.ts'
import {
  ED25519,
  formatAddCheckpoint,
  formatCheckpointText,
  formatVkey,
  hashLeaf,
} from '#modules/transparency/model.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { another, type Scenario, type ScenarioContext } from '../scenario.ts'

const createKey = () =>
  deriveSigningKey('the key of a log', 'log', `${another('log')}.example/log`, ED25519)

/** Proofs of three days, so that a further one deletes what is stored of an old one. */
async function prepareProofs({ app }: ScenarioContext) {
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 12_345n })
  await chainJournal(app)
  for (let day = 0; day < 3; day++) {
    app.clock.advance(DAY_MS)
    await proveLiabilities(app)
  }
}
let hasProofs = false

const BEGUN = ['public.liability_account +1 -0', 'public.liability_epoch +1 -0']

export const scenarios: Scenario[] = [
  {
    command: 'transparency/append-log',
    prepare: async ({ app }) => {
      await appendLog(app)
      await createPublishedPlan(app)
      return { run: appendLog }
    },
  },
  {
    command: 'transparency/prove-liabilities',
    countsVary: true,
    stages: [BEGUN, [...BEGUN, 'public.liability_tile +3 -0']],
    prepare: async (context) => {
      if (!hasProofs) await prepareProofs(context)
      hasProofs = true
      context.app.clock.advance(DAY_MS)

      return { run: proveLiabilities }
    },
  },
  {
    command: 'transparency/cosign-checkpoint',
    prepare: async () => {
      const key = createKey()
      const checkpoint = { origin: key.name, size: 1, root: hashLeaf(Uint8Array.of(1)) }
      const line = signCheckpoint(key, checkpoint, new Date(0))
      const note = `${formatCheckpointText(checkpoint)}\n${line}`
      const body = formatAddCheckpoint({ oldSize: 0, proof: [], note })
      const WITNESS_LOGS = [formatVkey(key)]

      return {
        run: (on) => cosignCheckpoint({ ...on, config: { ...on.config, WITNESS_LOGS } }, body),
      }
    },
  },
  {
    command: 'transparency/request-cosignatures',
    when: 'of a witness that gives no answer',
    prepare: async ({ app }) => {
      await appendLog(app)
      const LOG_WITNESSES = [{ vkey: formatVkey(createKey()), url: 'http://127.0.0.1:9' }]
      const run = (on: App) =>
        requestCosignatures({ ...on, config: { ...on.config, LOG_WITNESSES } })
      await run(app)

      return { run }
    },
  },
]
