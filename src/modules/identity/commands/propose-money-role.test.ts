import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#modules/approvals/model.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { Admin } from '../model.ts'
import { findAdminByEmail, getAdmin } from '../queries.ts'
import { carryOutMoneyRole } from '../steps/change-staff.ts'
import { createTestAdmin } from '../testing.ts'
import { changeRole } from './change-role.ts'
import { inviteStaff } from './invite-staff.ts'
import { proposeMoneyRole } from './propose-money-role.ts'
import { reinstateStaff } from './reinstate-staff.ts'
import { suspendStaff } from './suspend-staff.ts'

const HOURS_73 = '73 hours'

let testApp: TestApp
let live: TestApp['app']
let ruth: Admin
let olu: Admin
beforeAll(async () => {
  // Live measures waits by the database's clock.
  testApp = await createTestApp({ at: new Date().toISOString() })
  live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' } }
  ruth = (await createTestAdmin(testApp.app)).admin
})
afterAll(() => testApp.close())

/** Moves everything that is known of a person's access into the past. */
const age = (id: string) =>
  testApp.database.owner.query(
    `begin; set local session_replication_role = replica;
     update staff set decides_since = decides_since - interval '${HOURS_73}',
       changed_at = changed_at - interval '${HOURS_73}' where id = '${id}'; commit`,
  )

const invitation = (email: string, role: Admin['role'] = 'finance') =>
  ({ firstName: 'Noor', lastName: 'Haddad', email, role }) as const

const approve = (proposal: Proposal, by: Admin) =>
  runInTransaction(live.db, async (tx) => {
    const { contentHash } = proposal
    const signature = await signAsTestAdmin(testApp, by.id, proposal.id)
    const decided = await decide(tx, live, by, proposal, { approve: true, contentHash, signature })
    await carryOutMoneyRole(live, tx, by, decided)
  })

test('A sole owner gives a money role alone, and all staff are mailed.', async () => {
  expect(
    await proposeMoneyRole(live, ruth, { change: 'invite', ...invitation('one@example.com') }),
  ).toBeNull()

  const invited = await inviteStaff(live, ruth, invitation('one@example.com'))
  expect(invited).toMatchObject({ invitedBy: ruth.id })
  expect((await findMail(live.db, ruth.email, 'staff-changed'))?.data).toMatchObject({
    what: 'invited',
    about: 'Noor Haddad',
    by: ruth.label,
    role: 'finance',
  })

  await changeRole(live, ruth, { staffId: invited.id, role: 'support' })
  expect((await findMail(live.db, invited.email, 'staff-changed'))?.data.what).toBe('role-changed')
  await suspendStaff(live, ruth, { staffId: invited.id, reason: 'It is so: left.' })
  expect((await findMail(live.db, ruth.email, 'staff-changed'))?.data.what).toBe('suspended')
  await reinstateStaff(live, ruth, invited.id)
  expect((await findMail(live.db, ruth.email, 'staff-changed'))?.data.what).toBe('reinstated')
})

test('Where there is another owner, a money role waits for that owner.', async () => {
  await testApp.database.owner.query('update approvals.installation set live = true')
  olu = (await createTestAdmin(testApp.app)).admin

  const input = invitation('two@example.com')
  await expect(inviteStaff(live, ruth, input)).rejects.toMatchObject({ code: 'second_admin' })

  const proposal = await proposeMoneyRole(live, ruth, { change: 'invite', ...input })
  expect(proposal).toMatchObject({ permission: 'staff.money-role', subjectId: input.email })
  await expect(approve(proposal as Proposal, ruth)).rejects.toMatchObject({ code: 'second_admin' })
  await expect(approve(proposal as Proposal, olu), 'too new').rejects.toMatchObject({
    code: 'new_decider',
  })

  await age(olu.id)
  await approve(proposal as Proposal, await getAdmin(live.db, olu.id))
  expect(await findAdminByEmail(live.db, input.email)).toMatchObject({ invitedBy: ruth.id })

  expect(
    await proposeMoneyRole(live, ruth, {
      change: 'invite',
      ...invitation('support@example.com', 'support'),
    }),
    'no money role',
  ).toBeNull()
})

test('The database refuses a money role without another owner’s unused approval.', async () => {
  const support = await inviteStaff(live, ruth, invitation('three@example.com', 'support'))
  const promote = (approvalId: string | null) =>
    testApp.database.pool.query(
      "update staff set role = 'finance', approval_id = $2 where id = $1",
      [support.id, approvalId],
    )
  await expect(promote(null)).rejects.toThrow(/ST002/)

  const change = { change: 'role', staffId: support.id, role: 'finance' } as const
  const proposal = await proposeMoneyRole(live, ruth, change)
  await approve(proposal as Proposal, await getAdmin(live.db, olu.id))
  expect(await getAdmin(live.db, support.id)).toMatchObject({ role: 'finance' })

  await changeRole(live, ruth, { staffId: support.id, role: 'support' })
  await expect(promote(proposal?.id ?? null), 'used before').rejects.toThrow(/ST002/)
})

test('An admin who joined less than 72 hours ago decides on nothing, in the database too.', async () => {
  const { rows } = await testApp.database.owner.query<{ id: string }>(
    "select id from staff where email = 'two@example.com'",
  )
  const noor = await getAdmin(live.db, rows[0]?.id ?? '')
  const proposal = await runInTransaction(live.db, (tx) =>
    propose(tx, live, ruth, {
      permission: 'income.record',
      subjectId: 'pln_x',
      content: { cents: '1' },
    }),
  )
  const { contentHash } = proposal
  const decideAs = async (app: TestApp['app'], admin: Admin) => {
    const signature = await signAsTestAdmin(testApp, admin.id, proposal.id)
    return await runInTransaction(app.db, (tx) =>
      decide(tx, app, admin, proposal, { approve: true, contentHash, signature }),
    )
  }

  await expect(decideAs(live, noor), 'the time from which is named').rejects.toMatchObject({
    code: 'new_decider',
    status: 409,
    message: expect.stringMatching(/You can approve from \d{1,2} \w{3} 20\d\d, \d\d:\d\d UTC/),
  })
  await expect(decideAs(testApp.app, noor), 'the database alone').rejects.toMatchObject({
    code: 'new_decider',
  })
  await expect(
    testApp.database.pool.query('select approvals.decide($1, true, $2, $3, $4, $5, null)', [
      proposal.id,
      Buffer.from(contentHash, 'hex'),
      noor.id,
      noor.label,
      new Date(Date.now() + 80 * 3_600_000),
    ]),
    'a later time is named',
  ).rejects.toMatchObject({ code: 'AP006' })

  await age(noor.id)
  expect((await decideAs(live, await getAdmin(live.db, noor.id))).decision?.by).toBe(noor.id)
})
