import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from './http.ts'

export type SignedInAdmin = Awaited<ReturnType<TestServer['asAdmin']>>

export const BATCHES = '/api/admin/payout-batches'

/** Lists the ids of the withdrawals in a batch's file, in its order. */
export const listIds = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])

/** A server with two admins, and what a test of payout batches does through its calls. */
export async function startPayoutServer() {
  const server = await testServer()
  const signIn = async () => ({
    ines: await server.asAdmin('finance'),
    ruth: await server.asAdmin('owner'),
  })
  const staff = await signIn()

  const post = (path: string, by: SignedInAdmin, body: object = {}) =>
    server.send('POST', path, { token: by.token, key: randomUUID(), body })
  const get = (path: string, by = staff.ines) => server.send('GET', path, { token: by.token })

  const createBatch = async (by = staff.ines): Promise<string> => {
    const { status, json } = await post(BATCHES, by, { method: 'USDT' })
    expect(status).toBe(200)
    return json.data._id
  }

  return {
    server,
    staff,
    post,
    get,
    /** Signs both admins in again, after the clock has ended their sessions. */
    renewSessions: async () => Object.assign(staff, await signIn()),

    createApproved: async (amount = '300') => {
      const { member } = await createTestMember(server.app)
      await fundMember(server.app, member.id, { cash: 2_000_000n })
      const input = { amount, method: 'USDT', address: TEST_ADDRESS }
      const { id } = await requestWithdrawal(server.app, member, input)
      await approveReviewed(server.app, staff.ines.admin, id)
      return { id, member }
    },
    createBatch,
    /** Creates a batch of what waits, exports it, and returns its id. */
    exportBatch: async (): Promise<string> => {
      const id = await createBatch()
      expect((await post(`${BATCHES}/${id}/export`, staff.ines)).status).toBe(200)
      return id
    },
    readFile: (id: string) => get(`${BATCHES}/${id}/file`),
    findWithdrawal: async (id: string) =>
      (await get(`/api/admin/withdrawals/${id}/review`)).json.data.withdrawal,
    approveNewest: async (by: SignedInAdmin) => {
      const [{ _id, hash }] = (await get('/api/admin/approvals', by)).json.data
      return await post(`/api/admin/approvals/${_id}/approve`, by, { hash })
    },
    /** Runs a statement as the application, and returns why the database refused it. */
    query: (text: string, values: unknown[]) =>
      server.database.pool.query(text, values).then(
        () => 'accepted',
        ({ message }) => String(message),
      ),
  }
}

export type PayoutServer = Awaited<ReturnType<typeof startPayoutServer>>
