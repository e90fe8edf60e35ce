import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { computeKeyState, MAX_APPROVAL_KEYS, type Proposal } from '#modules/approvals/model.ts'
import {
  findOpenProposal,
  findStatement,
  listOwnApprovalKeys,
  listSignatures,
  listSigningKeys,
} from '#modules/approvals/queries.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import { storeApprovalKey } from '#modules/approvals/steps/store-approval-key.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { formatStatementChallenge, getRelyingParty } from '#platform/auth/webauthn.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { Admin } from '../model.ts'
import { listApprovalKeyViews } from '../queries/approval-keys.ts'
import { createSoftPasskey, createTestAdmin } from '../testing.ts'
import { addApprovalKey } from './add-approval-key.ts'
import { beginApprovalKey } from './begin-approval-key.ts'
import { endApprovalKey } from './end-approval-key.ts'

type Staff = Awaited<ReturnType<typeof createTestAdmin>>
type Device = ReturnType<typeof createSoftPasskey>

let testApp: TestApp
let [ruth, ines, olga]: Staff[] = []
let device: Device
let keyId: string
beforeAll(async () => {
  testApp = await createTestApp()
  ruth = await createTestAdmin(testApp.app, { role: 'owner' })
  ines = await createTestAdmin(testApp.app, { role: 'finance' })
  olga = await createTestAdmin(testApp.app, { role: 'finance' })
})
afterAll(() => testApp.close())

const get = (person: Staff | undefined): Staff => {
  if (!person) throw new Error('the staff is there')
  return person
}

/** Adds an approval key of a software device. */
async function addKey(person: Staff | undefined) {
  const { admin, sessionId } = get(person)
  const { app } = testApp
  const device = createSoftPasskey(app.config)
  const passkey = device.make({ ...(await beginApprovalKey(app, admin, sessionId)) })
  return { device, ...(await addApprovalKey(app, admin, { passkey, sessionId })) }
}

const proposeIncome = (person: Staff | undefined) =>
  runInTransaction(testApp.app.db, (tx) =>
    propose(tx, testApp.app, get(person).admin, {
      permission: 'income.record',
      subjectId: 'pln_x',
      content: { cents: '1' },
    }),
  )

async function sign(device: Device, admin: Admin, { id }: Proposal) {
  const statement = (await findStatement(testApp.app.db, id, admin.id)) ?? ''
  const challenge = formatStatementChallenge(statement)
  return device.use({ challenge })
}

const approve = (
  person: Staff | undefined,
  proposal: Proposal,
  signature?: ReturnType<Device['use']>,
) =>
  runInTransaction(testApp.app.db, (tx) =>
    decide(tx, testApp.app, get(person).admin, proposal, {
      approve: true,
      contentHash: proposal.contentHash,
      signature,
    }),
  )

test('Without a key the sandbox’s server signs, with a software key that is marked as such.', async () => {
  const proposal = await proposeIncome(ines)
  await approve(olga, proposal)

  const [key] = await listOwnApprovalKeys(testApp.app.db, get(olga).admin.id)
  expect(key).toMatchObject({ kind: 'software', first: false })
  const signatures = await listSignatures(testApp.app.db, [proposal.id])
  expect(signatures.get(proposal.id)).toMatchObject({ keyId: key?.id, kind: 'software' })
})

test('The keys of the first two admins need no confirmation, any other does; all staff are mailed.', async () => {
  const { app } = testApp
  const first = await addKey(ruth)
  expect(first.first).toBe(true)
  const second = await addKey(ines)
  expect(second.first).toBe(true)
  device = second.device
  keyId = second.id
  expect(
    (await findMail(app.db, get(olga).admin.email, 'approval-key-changed'))?.data,
  ).toMatchObject({ what: 'added', about: get(ines).admin.label })

  const third = await addKey(olga)
  expect(third.first).toBe(false)
  const find = async () =>
    (await listOwnApprovalKeys(app.db, get(olga).admin.id)).find(({ id }) => id === third.id)
  const getState = async () => {
    const key = await find()
    return key && computeKeyState(key, app.clock.now(), getRelyingParty(app.config))
  }
  expect(await getState()).toBe('unconfirmed')

  const proposal = await findOpenProposal(app.db, 'approval-key.add', third.id, app.clock.now())
  if (!proposal) throw new Error('the key waits for another admin')
  const { id, contentHash } = proposal
  await expect(
    decideProposal(app, get(olga).admin, { id, contentHash, approve: true }),
  ).rejects.toMatchObject({ code: 'second_admin' })
  await expect(
    decideProposal(app, get(ruth).admin, { id, contentHash, approve: true }),
  ).rejects.toMatchObject({ code: 'signature_needed' })
  const signature = await sign(first.device, get(ruth).admin, proposal)
  await decideProposal(app, get(ruth).admin, { id, contentHash, approve: true, signature })
  expect(await getState()).toBe('active')

  const income = await proposeIncome(ines)
  await approve(olga, income, await sign(third.device, get(olga).admin, income))
})

test('An approval takes the right signature of an own key and no other.', async () => {
  const keys = await listOwnApprovalKeys(testApp.app.db, get(ruth).admin.id)
  expect(keys).toHaveLength(1)
  const [one, other] = [await proposeIncome(olga), await proposeIncome(olga)]
  const refuse = async (signature: ReturnType<Device['use']> | undefined, code: string) =>
    expect(approve(ines, one, signature)).rejects.toMatchObject({ code })

  await refuse(undefined, 'signature_needed')
  await refuse(await sign(device, get(ines).admin, other), 'signature_wrong')
  await refuse(await sign(device, get(ruth).admin, one), 'signature_wrong')
  await refuse(
    await sign(createSoftPasskey(testApp.app.config), get(ines).admin, one),
    'signature_wrong',
  )
  const statement = (await findStatement(testApp.app.db, one.id, get(ines).admin.id)) ?? ''
  const challenge = formatStatementChallenge(statement)
  await refuse(device.use({ challenge }, { verified: false }), 'signature_wrong')
  await refuse(device.use({ challenge }, { origin: 'https://evil.example' }), 'signature_wrong')

  const right = device.use({ challenge })
  const stranger = createSoftPasskey(testApp.app.config).use({ challenge })
  const forged = {
    ...right,
    response: { ...right.response, signature: stranger.response.signature },
  }
  await refuse(forged as typeof right, 'signature_wrong')

  await approve(ines, one, right)
})

test('An ended key signs nothing, and a challenge adds one key, in its own session.', async () => {
  const { app } = testApp
  const { admin, sessionId } = get(ines)
  await endApprovalKey(app, admin, { id: keyId, reason: 'The device was lost.' })
  const income = await proposeIncome(olga)
  await expect(approve(ines, income, await sign(device, admin, income))).rejects.toMatchObject({
    code: 'signature_wrong',
  })

  const options = { ...(await beginApprovalKey(app, admin, sessionId)) }
  const passkey = createSoftPasskey(app.config).make(options)
  const add = (session: string) => addApprovalKey(app, admin, { passkey, sessionId: session })
  await expect(add(get(ruth).sessionId)).rejects.toMatchObject({ code: 'factor_wrong' })
  await add(sessionId)
  await expect(add(sessionId), 'the challenge is used up').rejects.toMatchObject({
    code: 'factor_wrong',
  })
})

test('After another address a key signs nothing; the sandbox’s server signs again.', async () => {
  const { app } = testApp
  const moved = { ...app, config: { ...app.config, PUBLIC_URL: 'https://new.example' } }
  const { admin } = get(ruth)
  expect(await listSigningKeys(app.db, app.config, admin.id, app.clock.now())).not.toEqual([])
  expect(await listSigningKeys(app.db, moved.config, admin.id, app.clock.now())).toEqual([])
  const views = await listApprovalKeyViews(moved, admin)
  expect(views.filter(({ kind, mine }) => mine && kind === 'passkey')).toMatchObject([
    { state: 'elsewhere', origin: app.config.PUBLIC_URL },
  ])

  const proposal = await proposeIncome(ines)
  await runInTransaction(app.db, (tx) =>
    decide(tx, moved, admin, proposal, { approve: true, contentHash: proposal.contentHash }),
  )
  const signatures = await listSignatures(app.db, [proposal.id])
  expect(signatures.get(proposal.id)).toMatchObject({ kind: 'software' })
})

test('An admin has a limited number of keys at a time.', async () => {
  for (let count = 1; count < MAX_APPROVAL_KEYS; count++) await addKey(ruth)
  await expect(addKey(ruth)).rejects.toMatchObject({ code: 'too_many_approval_keys' })

  const { app } = testApp
  const { admin } = get(ruth)
  const register = (at: Date) =>
    app.db.transaction().execute((tx) =>
      storeApprovalKey(tx, { ...app, clock: { ...app.clock, now: () => at } }, admin.id, {
        credentialId: `${Math.random()}`.slice(2),
        publicKey: new Uint8Array(64),
        transports: [],
      }),
    )
  await expect(register(app.clock.now())).rejects.toMatchObject({ code: 'too_many_approval_keys' })
})

test('An admin adds a limited number of keys in 24 hours.', async () => {
  const own = await createTestApp()
  const { app } = own
  const { admin, sessionId } = await createTestAdmin(app, { role: 'owner' })
  const add = async () => {
    const options = { ...(await beginApprovalKey(app, admin, sessionId)) }
    const passkey = createSoftPasskey(app.config).make(options)
    const { id } = await addApprovalKey(app, admin, { passkey, sessionId })
    await endApprovalKey(app, admin, { id, reason: 'Only for this test.' })
  }

  for (let count = 0; count < 10; count++) await add()
  await expect(add()).rejects.toMatchObject({ code: 'too_many_approval_keys_added' })
  app.clock.advance(25 * HOUR_MS)
  await add()
  await own.close()
})
