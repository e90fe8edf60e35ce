import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#lib/roles.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { buildCvDocument, createTestEnquiry } from '#modules/enquiries/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { proposeIncome } from '#modules/plans/commands/propose-income.ts'
import { buildIncomeInput, createPublishedPlan } from '#modules/plans/testing.ts'
import {
  createTestMonitoringCase,
  setMonitoringRules,
} from '#modules/transaction-monitoring/testing.ts'
import { listDocuments } from '#modules/verification/queries.ts'
import { createTestVerification } from '#modules/verification/testing.ts'
import { createPayoutBatch } from '#modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '#modules/withdrawals/commands/export-payout-batch.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { everyCall } from '../support/every-call.ts'
import { type TestServer, testServer } from '../support/http.ts'

let server: TestServer
const tokens = {} as Record<Role, string>

beforeAll(async () => {
  server = await testServer()
  for (const role of ROLES) tokens[role] = (await server.asAdmin(role)).token
  await server.asMember()
})
afterAll(() => server.close())

type Download = {
  /** Creates what is downloaded and returns its id; null for a list. */
  create: (() => Promise<string>) | null
  /** The filter to send, which the audit event names. */
  filter?: Record<string, string>
  personal: boolean
}

const list = (filter: Record<string, string>): Download => ({
  create: null,
  filter,
  personal: true,
})

const createMemberId = async () => (await createTestMember(server.app)).member.id

/** Every file that a call of the staff answers. A new one is added here, and is then tested. */
const DOWNLOADS: Record<string, Download> = {
  'GET /admin/users.csv': list({ status: 'active' }),
  'GET /transactions.csv': list({ status: 'pending', min: '1000', country: 'DE' }),
  'GET /admin/withdrawals.csv': list({ status: 'approved' }),
  'GET /admin/audit/file': list({ action: 'member' }),
  'GET /admin/ledger/export': list({ format: 'beancount' }),
  'GET /transactions/{id}/proof': {
    personal: true,
    create: async () => {
      const { member } = await createTestMember(server.app)
      const plan = await createPublishedPlan(server.app)
      const input = { planId: plan.id, amount: '1000' }
      return (await createPendingDeposit(server.app, member, input)).id
    },
  },
  'GET /admin/enquiries/{id}/cv': {
    personal: true,
    create: async () => {
      const application = { kind: 'career', cv: buildCvDocument() } as const
      return (await createTestEnquiry(server.app, application)).id
    },
  },
  'GET /admin/verifications/documents/{id}': {
    personal: true,
    create: async () => {
      const { verification } = await createTestVerification(server.app)
      const [document] = await listDocuments(server.app.db, [verification.id])
      return document?.id ?? ''
    },
  },
  'GET /admin/monitoring/{id}/file': {
    personal: true,
    create: async () => {
      const { found } = await createTestMonitoringCase(server.app)
      await setMonitoringRules(server.app, {}) // holds no other withdrawal
      return found.id
    },
  },
  'GET /admin/members/{id}/evidence.json': { personal: true, create: createMemberId },
  'GET /admin/members/{id}/evidence.pdf': { personal: true, create: createMemberId },
  'GET /admin/payout-batches/{id}/file': {
    personal: true,
    create: async () => {
      const { admin } = await server.asAdmin('finance')
      const { member } = await createTestMember(server.app)
      await fundMember(server.app, member.id, { cash: 100_000n })
      const input = { amount: '50', method: 'USDT', address: TEST_ADDRESS }
      const { id } = await requestWithdrawal(server.app, member, input)
      await approveReviewed(server.app, admin, id)
      const batchId = await createPayoutBatch(server.app, admin, { method: 'USDT' })
      return (await exportPayoutBatch(server.app, admin, { batchId })).id
    },
  },
  'GET /admin/evidence/{id}': {
    personal: false,
    create: async () => {
      const { admin } = await server.asAdmin('finance')
      const plan = await createPublishedPlan(server.app)
      const input = await buildIncomeInput(server.app, plan.planId)
      return (await proposeIncome(server.app, admin, input)).id
    },
  },
}

const listStaffFiles = () =>
  everyCall()
    .filter(({ answersFile, meta }) => answersFile && Array.isArray(meta.who))
    .map(({ method, path }) => `${method} ${path}`)

const get = async (call: string, id: string | null, role: Role) => {
  const filter = new URLSearchParams(DOWNLOADS[call]?.filter)
  const path = call.replace('GET ', '/api').replace('{id}', id ?? '')
  const response = await server.fetch(`${path}?${filter}`, {
    headers: { authorization: `Bearer ${tokens[role]}` },
  })
  return { status: response.status, text: await response.text() }
}

const listDownloads = async () => [
  ...(await listAuditEvents(server.app.db, { action: 'list.exported', limit: 200 })),
  ...(await listAuditEvents(server.app.db, { action: 'file.downloaded', limit: 200 })),
]

test('every file of the staff is known to this test, so that a new one can’t be forgotten', () => {
  expect(listStaffFiles().sort()).toEqual(Object.keys(DOWNLOADS).sort())
})

describe.each(Object.entries(DOWNLOADS))('%s', (call, { create, filter, personal }) => {
  test('the download is in the audit log: who, what, the filter and the number of rows', async () => {
    const id = create ? await create() : null
    const before = (await listDownloads()).length
    const { status, text } = await get(call, id, 'owner')
    expect(status, text).toBe(200)

    const events = await listDownloads()
    expect(events).toHaveLength(before + 1)

    const newest = events.reduce((one, other) => (one.sequence > other.sequence ? one : other))
    expect(newest.actor.kind).toBe('admin')
    if (id) expect(newest.subjectId).toBe(id)
    else expect(newest).toMatchObject({ action: 'list.exported', details: { filter } })

    const { rows, file } = newest.details
    expect(file).toMatch(/^[\w-]+\.\w+$/)
    if (String(file).endsWith('.csv')) expect(rows).toBe(text.trimEnd().split('\r\n').length - 1)
    else if (!id) expect(rows).toEqual(expect.any(Number))
  })

  test('a viewer exports nothing with personal data, and the answer gives the reason', async () => {
    const id = create ? await create() : null
    const before = (await listDownloads()).length
    const { status, text } = await get(call, id, 'viewer')
    if (!personal) return expect(status).toBe(200)

    expect(status).toBe(403)
    expect(JSON.parse(text).message).toBe(
      'Your role (viewer) can’t download files with personal data.',
    )
    expect(await listDownloads()).toHaveLength(before)
  })
})

test('an export that can’t be recorded is not sent', async () => {
  await server.database.owner.query('revoke insert on audit_event from candor_app')
  const { status, text } = await get('GET /admin/users.csv', null, 'owner')
  await server.database.owner.query('grant insert on audit_event to candor_app')

  expect(status).toBe(500)
  expect(text).not.toContain('@')
})
