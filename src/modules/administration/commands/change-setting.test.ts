import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { CONTROLS } from '#modules/settings/model.ts'
import { findSettingChange, getSetting } from '#modules/settings/queries.ts'
import { approveTestLoosening } from '#modules/settings/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { changeSetting } from './change-setting.ts'

const ruth = { kind: 'admin', id: 'adm_ruth', label: 'Ruth Tanaka', role: 'owner' } as const
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const hours = (statedHours: number) =>
  ({ statedHours, walletCoolDownHours: 12, secondAdminFrom: '500000' }) as const

test('Changing a setting records the admin and the values before and after.', async () => {
  const { app } = testApp
  await changeSetting(app, ruth, { name: 'withdrawals', value: hours(48), version: '' })

  expect(await getSetting(app.db, app.config, 'withdrawals')).toEqual(hours(48))

  const [event] = await listAuditEvents(app.db, { subjectId: 'setting:withdrawals' })
  expect(event).toMatchObject({
    action: 'setting.changed',
    actor: { label: 'Ruth Tanaka' },
    details: { before: { statedHours: 24 }, after: { statedHours: 48 } },
  })
})

test('A stale version or an invalid value changes nothing.', async () => {
  const { app } = testApp
  const stale = changeSetting(app, ruth, { name: 'withdrawals', value: hours(72), version: '' })
  await expect(stale).rejects.toMatchObject({ code: 'changed_elsewhere', status: 409 })

  const version = (await findSettingChange(app.db, 'withdrawals'))?.at.toISOString() ?? ''
  const wrong = changeSetting(app, ruth, { name: 'withdrawals', value: hours(0), version })
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid_setting',
    field: 'withdrawals.statedHours',
  })
  expect(await getSetting(app.db, app.config, 'withdrawals')).toEqual(hours(48))
  expect(await listAuditEvents(app.db, { subjectId: 'setting:withdrawals' })).toHaveLength(1)
})

test('One admin never loosens a control: a higher threshold waits for another.', async () => {
  const { app } = testApp
  const version = (await findSettingChange(app.db, 'withdrawals'))?.at.toISOString() ?? ''
  const value = { ...hours(36), walletCoolDownHours: 1, secondAdminFrom: '9000000' }
  const proposal = await changeSetting(app, ruth, { name: 'withdrawals', value, version })

  expect(proposal).toMatchObject({
    permission: 'setting.loosen',
    content: {
      changes: { secondAdminFrom: '9000000', walletCoolDownHours: 1 },
      before: { secondAdminFrom: '500000', walletCoolDownHours: 12 },
    },
  })
  expect(await getSetting(app.db, app.config, 'withdrawals'), 'the rest counts at once').toEqual(
    hours(36),
  )

  const waiting = proposal as Proposal
  await expect(approveTestLoosening(app, waiting, ruth)).rejects.toMatchObject({
    code: 'second_admin',
  })

  await approveTestLoosening(app, waiting)
  expect(await getSetting(app.db, app.config, 'withdrawals')).toEqual(value)
})

test('Countries are blocked at once, and unblocked by two admins.', async () => {
  const { app } = testApp
  const read = () => getSetting(app.db, app.config, 'countries')
  const set = async (blocked: string[]) => {
    const version = (await findSettingChange(app.db, 'countries'))?.at.toISOString() ?? ''
    app.clock.advance(1_000)
    return await changeSetting(app, ruth, { name: 'countries', value: { blocked }, version })
  }

  expect(await set(['DE', 'FR'])).toBeNull()

  const proposal = await set(['FR', 'SE'])
  expect(await read()).toEqual({ blocked: ['DE', 'FR', 'SE'] })
  await approveTestLoosening(app, proposal as Proposal)
  expect(await read()).toEqual({ blocked: ['FR', 'SE'] })
})

test('Another explorer needs a second admin, removing it does not, and only https is accepted.', async () => {
  const { app } = testApp
  const read = () => getSetting(app.db, app.config, 'explorers')
  const shipped = await read()
  const set = async (bitcoin: string) => {
    const version = (await findSettingChange(app.db, 'explorers'))?.at.toISOString() ?? ''
    app.clock.advance(1_000)
    const value = { ...(await read()), bitcoin }
    return await changeSetting(app, ruth, { name: 'explorers', value, version })
  }

  const bitcoin = 'https://explorer.example/tx/{txid}'
  const proposal = await set(bitcoin)
  expect(await read()).toEqual(shipped)
  await approveTestLoosening(app, proposal as Proposal)
  expect(await read()).toEqual({ ...shipped, bitcoin })

  for (const text of ['http://explorer.example/{txid}', 'https://explorer.example/'])
    await expect(set(text)).rejects.toMatchObject({
      code: 'invalid_setting',
      field: 'explorers.bitcoin',
    })

  expect(await set('')).toBeNull()
  expect(await read()).toEqual({ ...shipped, bitcoin: '' })
  await expect(
    testApp.database.pool.query(
      `update setting set value = value || '{"bitcoin": "https://other.example/{txid}"}'
       where name = 'explorers'`,
    ),
  ).rejects.toThrow(/SE002/)
})

test('No two admins raise the withdrawal threshold above its bound.', async () => {
  const { app } = testApp
  const version = (await findSettingChange(app.db, 'withdrawals'))?.at.toISOString() ?? ''
  const value = { ...hours(36), secondAdminFrom: '10000001' }
  await expect(
    changeSetting(app, ruth, { name: 'withdrawals', value, version }),
  ).rejects.toMatchObject({ code: 'invalid_setting', field: 'withdrawals.secondAdminFrom' })
})

test('The database refuses a looser control without its approval, before its time or a second time.', async () => {
  const { app, database } = testApp
  const raise = (cents: string, id: string | null = null) =>
    database.pool.query(
      `update setting set value = value || jsonb_build_object('secondAdminFrom', $1::text),
         changed_at = $2, change_id = $3 where name = 'withdrawals'`,
      [cents, app.clock.now(), id],
    )
  await raise('400000')
  await expect(raise('9999999')).rejects.toThrow(/SE002/)
  await expect(
    database.pool.query(
      "update setting set value = value - 'secondAdminFrom' where name = 'withdrawals'",
    ),
    'without a threshold',
  ).rejects.toThrow(/SE002/)

  const version = (await findSettingChange(app.db, 'withdrawals'))?.at.toISOString() ?? ''
  const before = await getSetting(app.db, app.config, 'withdrawals')
  const value = { ...before, secondAdminFrom: '600000' }
  const proposal = await changeSetting(app, ruth, { name: 'withdrawals', value, version })
  const { id } = proposal as Proposal
  await expect(
    database.pool.query(
      `insert into setting_change (id, setting, changes, approved_at, effective_from)
       values ($1, 'withdrawals', '{"secondAdminFrom": "600000"}', $2, $2)`,
      [id, app.clock.now()],
    ),
    'undecided',
  ).rejects.toThrow(/SE002/)

  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  await approveTestLoosening(app, proposal as Proposal, undefined, live)
  await expect(raise('600000', id), 'too early').rejects.toThrow(/SE002/)

  app.clock.advance(24 * HOUR_MS)
  await expect(raise('600001', id), 'another value').rejects.toThrow(/SE002/)
  await raise('600000', id)
  await raise('400000')
  await expect(raise('600000', id), 'a second time').rejects.toThrow(/SE002/)
})

test('The controls of the code are those of the database.', async () => {
  const { rows } = await testApp.database.pool.query(
    'select setting, field, looser, bound from setting_control order by setting, field',
  )
  const listed = Object.entries(CONTROLS)
    .flatMap(([setting, fields]) =>
      Object.entries(fields).map(([field, { looser, bound }]) => ({
        setting,
        field,
        looser,
        bound: bound === undefined ? null : String(bound),
      })),
    )
    .sort((a, b) => `${a.setting} ${a.field}`.localeCompare(`${b.setting} ${b.field}`))

  expect(
    rows
      .map((row) => ({ ...row, bound: row.bound === null ? null : String(row.bound) }))
      .sort((a, b) => `${a.setting} ${a.field}`.localeCompare(`${b.setting} ${b.field}`)),
  ).toEqual(listed)
})

test('Only an owner changes a setting.', async () => {
  const { app } = testApp
  for (const role of ['viewer', 'support', 'finance'] as const)
    await expect(
      changeSetting(
        app,
        { ...ruth, role },
        { name: 'plans', value: { targetWarningBps: 1 }, version: '' },
      ),
    ).rejects.toMatchObject({ code: 'role_missing' })
})
