import { createTestMember } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
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
import type { Scenario } from '../scenario.ts'

const key = deriveSigningKey('the key of another log', 'log', 'other.example/log', ED25519)
const checkpoint = { origin: key.name, size: 1, root: hashLeaf(Uint8Array.of(1)) }

export const scenarios: Scenario[] = [
  {
    command: 'transparency/append-log',
    prepare: async ({ app }) => {
      await chainJournal(app)
      return { run: appendLog }
    },
  },
  {
    command: 'transparency/prove-liabilities',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      await fundMember(app, member.id, { cash: 12_345n })
      await chainJournal(app)
      return { run: proveLiabilities }
    },
  },
  {
    command: 'transparency/cosign-checkpoint',
    prepare: async () => {
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
      const LOG_WITNESSES = [{ vkey: formatVkey(key), url: 'http://127.0.0.1:9' }]
      return {
        run: (on) => requestCosignatures({ ...on, config: { ...on.config, LOG_WITNESSES } }),
      }
    },
  },
]
