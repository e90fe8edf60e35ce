import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { writeNote } from '#modules/desk/commands/write-note.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = (await server.asAdmin('owner')).token
})
afterAll(() => server.close())

const AMOUNTS_REJECTED = ['10000.000', '1.005', '1e3', '-1', '1,000.50', '٣', '', 'ten']
const LIMITS = '/api/admin/settings/withdrawals'
const BITCOIN = '/api/admin/settings/methods/BITCOIN'

const getSettings = async () =>
  (await server.send('GET', '/api/admin/settings', { token })).json.data
const findSetting = async (name: string) =>
  (await getSettings()).settings.find((one: { name: string }) => one.name === name)
const findBitcoin = async () =>
  (await getSettings()).methods.find((one: { _id: string }) => one._id === 'BITCOIN')

test('An audit event names the people and the deposit that it is about or mentions.', async () => {
  const { app } = server
  const { admin } = await server.asAdmin('support')
  const { member } = await server.asMember()
  const { id: planId } = await createPublishedPlan(app)
  const { id } = await createPendingDeposit(app, member, { planId, amount: '1500' })
  await writeNote(app, admin, { subjectId: id, message: 'Call.', assignedTo: admin.id })
  await writeNote(app, admin, { subjectId: member.id, message: 'Called.' })

  const { json } = await server.send('GET', `/api/admin/audit?search=${admin.id}`, { token })
  const find = (action: string) =>
    json.data.find((event: { action: string }) => event.action === action)
  expect(find('task.assigned')).toMatchObject({
    subjectName: `${member.label}, $1,500.00`,
    names: { [admin.id]: admin.label },
    actor: { label: admin.label },
  })
  expect(find('note.written')).toMatchObject({ subjectName: member.label, names: {} })
})

test('A limit in dollars is read back as the same dollars.', async () => {
  const { version, value } = await findSetting('withdrawals')
  expect(value.secondAdminFrom).toBe('10000.00')

  const body = { version, value: { ...value, secondAdminFrom: '9345.60' } }
  expect((await server.send('PATCH', LIMITS, { token, body })).status).toBe(200)
  expect((await findSetting('withdrawals')).value.secondAdminFrom).toBe('9345.60')
})

test('A limit that is not dollars with at most two decimals is rejected at its field.', async () => {
  const { version, value } = await findSetting('withdrawals')
  for (const secondAdminFrom of AMOUNTS_REJECTED) {
    const body = { version, value: { ...value, secondAdminFrom } }
    const { status, json } = await server.send('PATCH', LIMITS, { token, body })
    expect(status, secondAdminFrom).toBe(422)
    expect(json.errors[0].field).toBe('withdrawals.secondAdminFrom')
  }

  expect((await findSetting('withdrawals')).version).toBe(version)
})

test('The fee of a payment method is written and read in dollars.', async () => {
  const { version, quoteMinutes } = await findBitcoin()
  const terms = { version, quoteMinutes, withdrawalFee: '4.25', minWithdrawal: '15' }
  expect((await server.send('PATCH', BITCOIN, { token, body: terms })).status).toBe(200)

  expect(await findBitcoin()).toMatchObject({ withdrawalFee: '4.25', minWithdrawal: '15.00' })
})

test('A fee that is not dollars with at most two decimals is rejected at its field.', async () => {
  const before = await findBitcoin()
  const { version, quoteMinutes } = before
  for (const withdrawalFee of AMOUNTS_REJECTED) {
    const terms = { version, quoteMinutes, withdrawalFee, minWithdrawal: '30.00' }
    const { status, json } = await server.send('PATCH', BITCOIN, { token, body: terms })
    expect(status, withdrawalFee).toBe(400)
    expect(json.errors[0].field).toBe('withdrawalFee')
  }

  expect(await findBitcoin()).toEqual(before)
})
