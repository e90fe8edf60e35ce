import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { decideTestimonial } from '#modules/testimonials/commands/decide-testimonial.ts'
import { createTestimonial, testimonialInput } from '#modules/testimonials/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, OTHER_ADDRESS, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { FileMissing } from '#platform/files/files.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { buildDataExportKey } from '../model.ts'
import { PARTS } from '../queries/data-export-parts.ts'
import { listDataExports } from '../queries/data-exports.ts'
import { buildDataExport } from './build-data-export.ts'
import { closeOwnAccount } from './close-own-account.ts'
import { requestDataExport } from './request-data-export.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD

test('The file has everything of the member, and nothing of the people they invited, were invited by or were served by', async () => {
  const { app } = testApp
  const planId = (await createPublishedPlan(app)).id
  const { admin } = await createTestAdmin(app, {
    firstName: 'Stafflina',
    email: 'stafflina@example.com',
  })
  const { member: inviter } = await createTestMember(app, {
    firstName: 'Invitrix',
    phoneNumber: '+49 30 111111',
  })
  const { member } = await createTestMember(app, {
    firstName: 'Ownly',
    referralCode: inviter.referralCode,
  })
  const { member: invited } = await createTestMember(app, {
    firstName: 'Guestina',
    referralCode: member.referralCode,
  })
  const own = await createCompletedDeposit(app, member, admin, { planId, amount: '1000' })

  await createPendingDeposit(app, member, { planId, amount: '1500' })
  await fundMember(app, member.id, { cash: 90_000n })

  const { id: withdrawal } = await requestWithdrawal(app, member, {
    amount: '100',
    method: 'USDT',
    address: TEST_ADDRESS,
  })

  for (const person of [inviter, invited]) {
    await createCompletedDeposit(app, person, admin, { planId, amount: '2000' })
    await fundMember(app, person.id, { cash: 70_000n })
    await requestWithdrawal(app, person, { amount: '77', method: 'USDT', address: OTHER_ADDRESS })
  }

  const { id: testimonialId } = await createTestimonial(app, member)
  await decideTestimonial(app, admin, { id: testimonialId, publish: true, reason: '' })
  await chainJournal(app)

  const { id } = await requestDataExport(app, member, { password })
  await buildDataExport(app, id)

  const text = new TextDecoder().decode(await app.files.read(buildDataExportKey(id)))
  for (const mine of [
    member.id,
    member.email,
    'Ownly',
    own.id,
    own.positionId ?? '-',
    withdrawal,
    TEST_ADDRESS,
    testimonialInput.text,
  ])
    expect(text).toContain(mine)

  for (const person of [inviter, invited, admin])
    for (const theirs of [person.id, person.email, person.firstName, person.lastName])
      expect(text, `${theirs} of ${person.label}`).not.toContain(theirs)

  for (const theirs of [OTHER_ADDRESS, inviter.phoneNumber, invited.referralCode])
    expect(text).not.toContain(theirs)

  const parts = JSON.parse(text)
  for (const { name } of PARTS) expect(parts[name], name).toBeTruthy()

  expect(parts.deposits.map((deposit: { proof: unknown }) => deposit.proof)).toEqual([
    { type: 'image/png', bytes: expect.any(Number) },
    { type: 'image/png', bytes: expect.any(Number) },
  ])
  expect(parts.statements.years[0].closing).toBe('1900.00')
  expect(parts.ledger.length).toBeGreaterThan(3)
  expect(text).not.toContain('password')
})

test('It is ready once, with its size and hash, and mailed once, however often the job runs', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id } = await requestDataExport(app, member, { password })

  await buildDataExport(app, id)
  await buildDataExport(app, id)

  const [dataExport] = await listDataExports(app.db, member.id)
  const content = await app.files.read(buildDataExportKey(id))
  expect(dataExport).toMatchObject({
    status: 'ready',
    doneParts: PARTS.length,
    allParts: PARTS.length,
    bytes: BigInt(content.length),
    sha256: createHash('sha256').update(content).digest('hex'),
  })

  expect(await findMail(app.db, member.email, 'data-export-ready')).not.toBeNull()

  const { rows } = await testApp.database.owner.query(
    `select count(*)::int as many from outbox
      where member_id = $1 and template = 'data-export-ready'`,
    [member.id],
  )
  expect(rows).toEqual([{ many: 1 }])
})

test('Who has closed the account meanwhile leaves no file behind', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id } = await requestDataExport(app, member, { password })

  await closeOwnAccount(app, member, { password, confirmation: 'CLOSE MY ACCOUNT' })
  await buildDataExport(app, id)

  await expect(app.files.read(buildDataExportKey(id))).rejects.toThrow(FileMissing)
})

test('It has what the provider of identity checks received, and what it read from the documents', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const found = {
    names: ['Anna Berg'],
    lastNames: ['Berg'],
    birthDate: '1990-05-31',
    countries: ['DE'],
  }
  await testApp.database.owner.query(
    `insert into identity_verification (id, member_id, level, provider, status, begun_at, sent_name,
       sent_version, provider_found)
     values ('ver_01234567890123456789', $1, 'basic', 'sumsub', 'waiting_for_member',
       $2, $3, 1, $4)`,
    [member.id, app.clock.now(), member.label, JSON.stringify(found)],
  )

  const { id } = await requestDataExport(app, member, { password })
  await buildDataExport(app, id)
  const text = new TextDecoder().decode(await app.files.read(buildDataExportKey(id)))
  expect(JSON.parse(text).verification.attempts).toMatchObject([
    { sentName: member.label, providerFound: found },
  ])
})
