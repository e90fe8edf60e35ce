import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { chooseNotices } from '../commands/choose-notices.ts'
import { findMail, listMail, listNotices } from '../queries.ts'
import { notify, notifyEach } from './queue-mail.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const profile = { fields: ['phone number'] }
const person = async () => {
  const { member } = await aMember(house.app)
  return { member, recipient: { memberId: member.id, to: member.email, name: member.firstName } }
}
const tell = (recipient: { memberId?: string; to: string }, template: string, contents = {}) =>
  house.app.db.transaction().execute((tx) => notify(tx, house.app, recipient, template, contents))

test('What a member is mailed stands in the app too, in words of its own, without what opens something', async () => {
  const { member, recipient } = await person()
  await tell(recipient, 'password-changed', {
    reset: false,
    link: 'https://house/not-me/x',
    code: '123456',
  })

  const [notice] = await listNotices(house.app.db, member.id)
  expect(notice).toMatchObject({
    kind: 'security',
    title: 'Your password was changed',
    readAt: null,
  })

  const { rows } = await house.database.owner.query(
    'select data from notification where member_id = $1',
    [member.id],
  )
  expect(rows).toEqual([{ data: { reset: false } }])
  expect((await findMail(house.app.db, member.email, 'password-changed'))?.data.link).toBeTruthy()
})

test('Of an act that rolled back nobody is told anything', async () => {
  const { member, recipient } = await person()
  const undone = house.app.db.transaction().execute(async (tx) => {
    await notify(tx, house.app, recipient, 'password-changed', {})
    throw new Error('the act failed')
  })
  await expect(undone).rejects.toThrow('the act failed')
  expect(await listNotices(house.app.db, member.id)).toEqual([])
})

test('A muted channel is left out, and money and security reach a member whatever was chosen', async () => {
  const { member, recipient } = await person()
  const before = await listMail(house.app.db, { memberId: member.id })

  await chooseNotices(house.app, member, [{ kind: 'account', channel: 'mail', wanted: false }])
  await tell(recipient, 'profile-changed', profile)

  expect(await listMail(house.app.db, { memberId: member.id })).toHaveLength(before.length)
  expect(await listNotices(house.app.db, member.id)).toHaveLength(1)

  await chooseNotices(house.app, member, [
    { kind: 'account', channel: 'app', wanted: false },
    { kind: 'account', channel: 'mail', wanted: true },
  ])
  await tell(recipient, 'profile-changed', profile)

  expect(await listMail(house.app.db, { memberId: member.id })).toHaveLength(before.length + 1)
  expect(await listNotices(house.app.db, member.id)).toHaveLength(1)

  await tell(recipient, 'password-changed', {})
  expect(await listNotices(house.app.db, member.id)).toHaveLength(2)
  expect(await findMail(house.app.db, member.email, 'password-changed')).not.toBeNull()
})

test('The database itself keeps no muting of security or money, and no link in the app', async () => {
  const { member } = await person()
  for (const kind of ['security', 'money'])
    await expect(
      house.database.owner.query(
        `insert into notification_choice values ($1, $2, 'mail', false, '2026-11-20T12:00:00Z')`,
        [member.id, kind],
      ),
    ).rejects.toThrow('notification_choice_kind_check')

  await expect(
    house.database.owner.query(
      `insert into notification (id, member_id, template, kind, data, created_at)
       values ('ntf_00000000000000000000', $1, 'x', 'security', '{"link": "y"}',
       '2026-11-20T12:00:00Z')`,
      [member.id],
    ),
  ).rejects.toThrow('notification_data_check')
})

test('What goes to nobody in particular, or carries a code, is a mail alone', async () => {
  const { member, recipient } = await person()
  await tell({ to: 'office@example.com' }, 'password-changed', {})
  await tell(recipient, 'reset-password', { link: 'https://house/reset-password/x' })
  expect(await listNotices(house.app.db, member.id)).toEqual([])
})

test('A list is told as each of them would be, and only what nobody can mute', async () => {
  const [one, other] = [await person(), await person()]
  const told = [one, other].map(({ recipient }, n) => ({
    recipient,
    data: { cents: BigInt(n), code: 'x' },
  }))

  const tellEach = (template: string, list = told) =>
    house.app.db.transaction().execute((tx) => notifyEach(tx, house.app, list, template))
  await tellEach('plan-loss')

  for (const [n, { member }] of [one, other].entries()) {
    expect(await listNotices(house.app.db, member.id)).toHaveLength(1)
    expect(await findMail(house.app.db, member.email, 'plan-loss')).toMatchObject({
      to: member.email,
      name: member.firstName,
      data: { cents: `${n}`, code: 'x' },
    })

    const queued =
      "select from pgboss.job where name = 'send-mail' and data ->> 'id' = (select id from " +
      "outbox where member_id = $1 and template = 'plan-loss')"
    expect((await house.database.owner.query(queued, [member.id])).rowCount).toBe(1)
  }

  await tellEach('plan-loss', [])
  await expect(tellEach('profile-changed')).rejects.toThrow('a list is told what nobody can mute')
})
