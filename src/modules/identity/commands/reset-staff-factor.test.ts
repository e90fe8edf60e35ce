import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail, listMail } from '#modules/notifications/queries.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { STAFF_RESET_WAIT_MS } from '../model/factors.ts'
import type { Admin } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'
import { findAwaited, findSignedIn } from '../queries.ts'
import { anAdmin, appCode, aVisitor, SAMPLE_PASSWORD, withAuthenticator } from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { carryOutStaffResets } from './carry-out-staff-resets.ts'
import { finishLogIn } from './finish-log-in.ts'
import { resetStaffFactor } from './reset-staff-factor.ts'
import { resumeSession } from './resume-session.ts'
import { stopStaffReset } from './stop-staff-reset.ts'

let house: TestApp
let ruth: Admin
let ines: Admin
beforeAll(async () => {
  house = await testApp()
  ruth = (await anAdmin(house.app)).admin
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
})
afterAll(() => house.close())

const reason = 'His phone went into the lake; we spoke to him at the office.'
const live = () => ({ ...house.app, config: { ...house.app.config, MODE: 'live' as const } })

async function withFactor() {
  const made = await anAdmin(house.app, { role: 'finance' })
  return { ...made, ...(await withAuthenticator(house.app, made.admin, made.sessionId)) }
}

/** Ruth asks, Ines agrees; answers what one of them is told. */
async function agreed(admin: Admin) {
  const proposal = await resetStaffFactor(live(), ruth, { staffId: admin.id, reason })
  const { id = '', contentHash = '' } = proposal ?? {}
  await decideProposal(live(), ines, { id, approve: true, contentHash })
}

test('With real money two others agree, all of the staff are mailed, and nothing happens for a day', async () => {
  const { app } = house
  const { admin, token } = await withFactor()
  await agreed(admin)

  const hasFactor = async () => (await factorsOf(app.db, admin.id)).authenticatorSince !== null

  for (const { email } of [ruth, ines, admin])
    expect((await findMail(app.db, email, 'staff-factor-reset'))?.data).toMatchObject({
      about: admin.label,
    })

  app.clock.advance(STAFF_RESET_WAIT_MS - 1000)
  await carryOutStaffResets(app)

  expect(await hasFactor()).toBe(true)

  app.clock.advance(1000)
  await Promise.all([carryOutStaffResets(app), carryOutStaffResets(app)])

  expect(await hasFactor()).toBe(false)
  expect(await resumeSession(app, { token })).toBeNull()
  expect(await listMail(app.db, { to: admin.email, template: 'factor-changed' })).toHaveLength(2)

  const opened = await adminLogIn(app, aVisitor(), {
    email: admin.email,
    password: SAMPLE_PASSWORD,
  })
  const signedIn = await findSignedIn(app.db, opened.token, app.clock.now())
  expect(signedIn && (await findAwaited(live(), signedIn))?.code).toBe('second_factor_required')
})

test('Whoever has the factor after all stops it by logging in with it; a password alone stops nothing', async () => {
  const { app } = house
  const { admin, secret } = await withFactor()
  await agreed(admin)

  const { alongside } = await adminLogIn(app, aVisitor(), {
    email: admin.email,
    password: SAMPLE_PASSWORD,
  }).catch((error) => error)
  const finish = { kind: 'admin' as const, ticket: alongside.ticket, code: appCode(app, secret, 1) }
  await finishLogIn(app, aVisitor(), finish)
  app.clock.advance(STAFF_RESET_WAIT_MS)
  await carryOutStaffResets(app)

  expect((await factorsOf(app.db, admin.id)).authenticatorSince).not.toBeNull()
})

test('An owner stops it until its day is over, once', async () => {
  const { app } = house
  const { admin } = await withFactor()
  await agreed(admin)
  await stopStaffReset(app, ruth, admin.id)

  await expect(stopStaffReset(app, ruth, admin.id)).rejects.toMatchObject({ code: 'no_reset' })

  app.clock.advance(STAFF_RESET_WAIT_MS)
  await carryOutStaffResets(app)

  expect((await factorsOf(app.db, admin.id)).authenticatorSince).not.toBeNull()
})

test('Nobody asks for their own or agrees to it, and the sandbox waits for nobody', async () => {
  const { app } = house
  const { admin } = await withFactor()

  await expect(resetStaffFactor(app, ruth, { staffId: ruth.id, reason })).rejects.toMatchObject({
    code: 'own_factor',
  })
  await expect(resetStaffFactor(app, ines, { staffId: admin.id, reason })).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(resetStaffFactor(app, ruth, { staffId: ines.id, reason })).rejects.toMatchObject({
    code: 'factor_missing',
  })

  const asked = await resetStaffFactor(live(), ruth, { staffId: admin.id, reason })
  const own = { id: asked?.id ?? '', approve: true, contentHash: asked?.contentHash ?? '' }
  await expect(decideProposal(live(), admin, own)).rejects.toMatchObject({ code: 'own_factor' })

  await resetStaffFactor(app, ruth, { staffId: admin.id, reason })
  expect((await factorsOf(app.db, admin.id)).authenticatorSince).toBeNull()
})
