import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { addTestSoftwareKey } from '#modules/approvals/testing.ts'
import { chainAuditEvents } from '#modules/audit/commands/chain-audit-events.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createPublishedCampaign } from '#modules/campaigns/testing.ts'
import { getSampleRules, publishTestRules } from '#modules/eligibility/testing.ts'
import { resetApprovalKeys } from '#modules/identity/commands/reset-approval-keys.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { proposeUnfreeze } from '#modules/integrity/commands/propose-unfreeze.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { RISK_STRIP, RISK_WARNING } from '#modules/settings/model.ts'
import { jobs } from '#modules/transparency/jobs.ts'
import {
  ENTRY_KINDS,
  type EntryBody,
  type EntryKind,
  parseEntry,
  splitBundle,
} from '#modules/transparency/model.ts'
import { findCheckpoint, findTile } from '#modules/transparency/queries.ts'
import { addReserveAddress } from '#modules/treasury/commands/add-reserve-address.ts'
import { payCapital } from '#modules/treasury/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createBitcoinSigner } from '../support/message-signers.ts'

/** The folder of an installed release. */
let release: string
let testApp: TestApp
let ruth: Admin
let ines: Admin
const LEGAL_TEXT = 'The privacy notice of this operator.'

beforeAll(async () => {
  release = mkdtempSync(join(tmpdir(), 'candor-release-'))
  testApp = await createTestApp()
  testApp.app.config.brand.texts = { privacy: LEGAL_TEXT }
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(async () => {
  vi.restoreAllMocks()
  rmSync(release, { recursive: true })
  await testApp.close()
})

/** Runs the job of the minute, and returns what it appended. */
async function runMinute(): Promise<{ kind: EntryKind; subject: string; body: EntryBody }[]> {
  const { app } = testApp
  const from = (await findCheckpoint(app.db))?.size ?? 0
  for (const name of ['open-books-log', 'open-books-proof'])
    await jobs.find((job) => job.name === name)?.run(app, {})

  const size = (await findCheckpoint(app.db))?.size ?? 0
  const entries = []
  for (let tile = 0; tile * 256 < size; tile++) {
    const width = Math.min(256, size - tile * 256)
    const bundle = await findTile(app.db, { level: 'entries', tile, width })
    entries.push(...splitBundle(bundle ?? new Uint8Array()).map(parseEntry))
  }
  return entries.slice(from)
}

async function unfreeze() {
  const reason = 'The row was restored from the anchor.'
  const { id, contentHash } = await proposeUnfreeze(testApp.app, ruth, { reason })
  await decideProposal(testApp.app, ines, { id, approve: true, contentHash })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)

type Row = [
  kind: EntryKind,
  event: string,
  cause: () => Promise<unknown>,
  subject: string | null,
  body: object,
]
const ROWS: Row[] = [
  ['log-key', 'the first minute', async () => {}, '', { vkeys: expect.any(Array) }],
  [
    'text',
    'a new version of the terms',
    async () => {
      await sql`insert into setting (name, value, changed_at, changed_by)
        values ('legal', '{"terms": "2026-11-21", "riskDisclosure": "2026-11-20"}', now(), 'x')`.execute(
        testApp.app.db,
      )
    },
    'consent/terms',
    { version: '2026-11-21', statement: expect.stringContaining('Terms of Use') },
  ],
  [
    'ledger-head',
    'a posting',
    async () => {
      await payCapital(testApp.app, 900_000n)
      await chainJournal(testApp.app)
    },
    '',
    { block: expect.any(String), seq: expect.any(String), hash },
  ],
  [
    'audit-head',
    'an audit event',
    () => chainAuditEvents(testApp.app),
    '',
    { place: expect.any(String), hash },
  ],
  [
    'liabilities',
    'the money of a member, a day later',
    async () => {
      const { member } = await createTestMember(testApp.app)
      await fundMember(testApp.app, member.id, { cash: 70_000n })
      await chainJournal(testApp.app)
      testApp.app.clock.advance(DAY_MS)
    },
    null,
    { owedCents: '70000', size: expect.any(Number), root: expect.any(String) },
  ],
  [
    'coverage',
    'the next day',
    async () => testApp.app.clock.advance(DAY_MS),
    '',
    {
      owedCents: '70000',
      heldCents: expect.any(String),
      plans: expect.any(Array),
      places: expect.arrayContaining([
        expect.objectContaining({
          place: 'bank',
          currency: 'USD',
          ledger: expect.any(String),
          outside: null,
        }),
      ]),
      witnesses: { named: 0, cosigned: 0 },
    },
  ],
  [
    'reserves',
    'an address of the operator',
    async () => {
      const { address } = createBitcoinSigner()
      await addReserveAddress(testApp.app, ines, { coin: 'BTC', wallet: 'single_key', address })
    },
    null,
    { coin: 'BTC', address: expect.any(String), proof: null },
  ],
  [
    'plan-version',
    'a published plan',
    () => createPublishedPlan(testApp.app),
    null,
    { number: 1, risk: expect.any(String), targetBps: expect.any(Number) },
  ],
  [
    'text',
    'published rules of eligibility, with their warnings and terms',
    () =>
      publishTestRules(
        testApp.app,
        { owner: ruth, second: ines },
        { ...getSampleRules('united-kingdom'), version: 1 },
      ),
    null,
    { key: 'united-kingdom', version: 1, countries: ['GB'], sha256: hash },
  ],
  [
    'campaign',
    'a published campaign',
    async () => {
      await createPublishedCampaign(testApp.app, ruth)
    },
    null,
    { code: expect.any(String), amountCents: expect.any(String), endsOn: expect.any(String) },
  ],
  [
    'freeze',
    'a frozen ledger',
    () => sql`select ledger.freeze_ledger('a balance differs', now())`.execute(testApp.app.db),
    null,
    { because: 'a balance differs' },
  ],
  [
    'unfreeze',
    'a ledger that two admins unfroze',
    () => unfreeze(),
    null,
    { approval: expect.stringMatching(/^prp_/) },
  ],
  [
    'approval-key',
    'a key of an admin',
    () => addTestSoftwareKey(testApp.app, ruth.id),
    null,
    { admin: expect.stringMatching(/^adm_/), kind: 'software', publicKey: expect.any(String) },
  ],
  [
    'approval',
    'an approval that an admin signed',
    async () => {
      await sql`select ledger.freeze_ledger('a balance differs again', now())`.execute(
        testApp.app.db,
      )
      await unfreeze()
    },
    null,
    { key: expect.stringMatching(/^apk_/), hash, signature: expect.any(String) },
  ],
  [
    'approval-generation',
    'the end of all approval keys',
    () => resetApprovalKeys(testApp.app, { reason: 'The devices were lost.' }),
    '1',
    { reason: 'The devices were lost.', startedAt: expect.stringMatching(/^20\d\d-.*Z$/) },
  ],
  [
    'release',
    'an installed release',
    async () => {
      const files = { 'scripts/verify-proof.mjs': sha256('the verifier') }
      const manifest = JSON.stringify({ version: '1.2.3', commit: 'abc', files })
      writeFileSync(join(release, 'release.json'), manifest)
      vi.spyOn(process, 'cwd').mockReturnValue(release)
    },
    '',
    { version: '1.2.3', manifest: hash, verifier: sha256('the verifier') },
  ],
]

test.each(ROWS)('The log has an entry %s after %s', async (kind, _, cause, subject, body) => {
  await cause()
  const added = await runMinute()

  expect(added).toContainEqual(
    expect.objectContaining({
      kind,
      subject: subject ?? expect.stringMatching(/./),
      body: expect.objectContaining(body),
    }),
  )
  expect(await runMinute()).toEqual([])
})

test('Each kind of entry is caused by an event here, and the first minute says from where approvals are signed', async () => {
  const { rows } = await sql`select body from log_entry where kind = 'approval-signing'`.execute(
    testApp.app.db,
  )
  expect(rows).toEqual([{ body: { unsignedRows: '0', unsignedProposals: '0', live: false } }])

  const caused = new Set([...ROWS.map(([kind]) => kind), 'approval-signing'])
  expect([...caused].sort()).toEqual([...ENTRY_KINDS].sort())
})

test('The legal texts and risk warnings in force are in the log from the first minute', async () => {
  const { rows } = await sql<{ subject: string; body: object }>`
    select distinct on (subject) subject, body from log_entry
    where kind = 'text' order by subject, position desc`.execute(testApp.app.db)

  expect(rows).toEqual(
    expect.arrayContaining([
      { subject: 'legal/privacy', body: { sha256: sha256(LEGAL_TEXT) } },
      { subject: 'warning/pages', body: { text: RISK_STRIP } },
      { subject: 'warning/short', body: { text: RISK_WARNING } },
      { subject: 'rules/shipped', body: { key: 'default', sha256: hash } },
    ]),
  )
})
