import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { createCampaign } from '#modules/campaigns/commands/create-campaign.ts'
import { endCampaign } from '#modules/campaigns/commands/end-campaign.ts'
import { buildCampaignInput, createPublishedCampaign } from '#modules/campaigns/testing.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { type AMember, createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { computeRewardState } from '../model.ts'
import { listRewards } from '../queries.ts'
import { enableIncentives } from '../testing.ts'
import { recordFirstDeposit } from './record-first-deposit.ts'

let testApp: TestApp
let ines: Admin
let planId: string
let phones = 0

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  planId = (await createPublishedPlan(testApp.app)).id
})
beforeEach(() => enableIncentives(testApp.app))
afterAll(() => testApp.close())

/** A person with a phone of their own. */
const person = async (overrides: Partial<AMember> = {}) =>
  (
    await createTestMember(testApp.app, {
      phoneNumber: `+49 30 90182${++phones + 100}`,
      ...overrides,
    })
  ).member
const createInvitee = (inviter: Member, overrides: Partial<AMember> = {}) =>
  person({ referralCode: inviter.referralCode, ...overrides })
const deposits = (member: Member, amount = '1500') =>
  createCompletedDeposit(testApp.app, member, ines, { planId, amount })
const listMemberRewards = async (member: Member) =>
  (await listRewards(testApp.app.db, { limit: 1_000 })).filter(
    ({ referredId }) => referredId === member.id,
  )

test('a first completed deposit makes its share due to the inviter, rounded down, at no cost to the member', async () => {
  await enableIncentives(testApp.app, { referral: { percentageBps: 333 } })

  const inviter = await person()
  const member = await createInvitee(inviter)
  const deposit = await deposits(member, '1500.01')
  const credited = deposit.credited ?? 0n
  const [reward, ...more] = await listMemberRewards(member)

  expect(more).toEqual([])
  expect(reward).toMatchObject({
    kind: 'referral',
    memberId: inviter.id,
    depositId: deposit.id,
    declineReason: null,
    cents: (credited * 333n) / 10_000n,
    notedOn: testApp.app.clock.today(),
    dueAt: testApp.app.clock.now(),
  })

  expect(reward?.cents).toBe(4_995n)

  const { cash, principal } = await getMemberBalances(testApp.app.db, member.id)
  expect(cash + principal).toBe(credited)
})

test('a sign-up alone is rewarded with nothing, and neither is a second deposit', async () => {
  const inviter = await person()
  const member = await createInvitee(inviter)
  expect(await listMemberRewards(member)).toEqual([])

  await deposits(member)

  const first = await listMemberRewards(member)
  await deposits(member, '9000')

  expect(await listMemberRewards(member)).toEqual(first)
  expect(first).toHaveLength(1)
})

test('two deposits confirmed at once are one first deposit', async () => {
  const member = await createInvitee(await person())
  const { app } = testApp
  const two = [await createPendingDeposit(app, member, { planId, amount: '1500' })]

  two.push(await createPendingDeposit(app, member, { planId, amount: '2500' }))
  await Promise.all(two.map(({ id }) => confirmDeposit(app, ines, { depositId: id })))

  expect(await listMemberRewards(member)).toHaveLength(1)
})

test('only the inviter is rewarded, and never who invited the inviter', async () => {
  const top = await person()
  const middle = await createInvitee(top)
  const last = await createInvitee(middle)

  await deposits(last)
  expect((await listMemberRewards(last)).map(({ memberId }) => memberId)).toEqual([middle.id])

  const climb = `insert into reward (id, kind, member_id, referred_id, deposit_id, cents,
    noted_on, noted_at, due_at)
    values ('rwd_00000000000000000000', 'referral', $1, $2, 'dep_x', 1, now(), now(), now())`
  await expect(testApp.database.owner.query(climb, [top.id, last.id])).rejects.toThrow(
    'the direct referrer only',
  )
})

test('self-invitation, by a second name of one mailbox or with the same phone, is not rewarded', async () => {
  const inviter = await person({ email: 'twin@example.com', phoneNumber: '+49 30 901820' })
  for (const overrides of [{ email: 'Twin+bonus@example.com' }, { phoneNumber: '+4930901820' }]) {
    const member = await createInvitee(inviter, overrides)
    await deposits(member)
    expect(await listMemberRewards(member)).toMatchObject([
      { declineReason: 'self_referral', dueAt: null },
    ])
  }
})

test('the country of the inviter and that of the invited member have to be allowed', async () => {
  const [german, swede] = [await person({ country: 'DE' }), await person({ country: 'SE' })]
  const pairs = [
    await createInvitee(german, { country: 'DE' }),
    await createInvitee(german, { country: 'SE' }),
    await createInvitee(swede, { country: 'DE' }),
  ]

  await enableIncentives(testApp.app, { referral: { countries: ['DE'] } })
  for (const member of pairs) await deposits(member)

  const found = await Promise.all(pairs.map(listMemberRewards))
  expect(found.map(([reward]) => reward?.declineReason)).toEqual([null, 'country', 'country'])
})

test('a reward that was off or zero at the first deposit stays so when it is turned on later', async () => {
  const inviter = await person()
  for (const [terms, why] of [
    [{ on: false }, 'off'],
    [{ percentageBps: 0 }, 'nothing'],
  ] as const) {
    await enableIncentives(testApp.app, { referral: terms })
    const member = await createInvitee(inviter)
    await deposits(member)
    await enableIncentives(testApp.app)
    await deposits(member)
    expect(await listMemberRewards(member)).toMatchObject([{ declineReason: why }])
  }
})

test('live pays no reward before an owner turns it on and names countries', async () => {
  const live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } }
  await testApp.database.owner.query(`delete from setting`)

  const member = await createInvitee(await person())
  const note = (who: Member) =>
    live.db.transaction().execute((tx) =>
      recordFirstDeposit(tx, live, {
        member: who,
        depositId: `dep_${who.id}`,
        credited: 100_000n,
        on: '2026-11-20',
      }),
    )

  await note(member)
  expect(await listMemberRewards(member)).toMatchObject([{ declineReason: 'off' }])

  await enableIncentives(testApp.app)

  const second = await createInvitee(await person())
  await note(second)

  expect(await listMemberRewards(second), "'all' is no country").toMatchObject([
    { declineReason: 'country' },
  ])
})

test('a claim waits for its turn at the budget, whatever else it is entitled to', async () => {
  const campaign = await createPublishedCampaign(testApp.app, ines)
  const member = await createInvitee(await person(), {
    campaign: ` ${campaign.code.toUpperCase()} `,
  })
  await deposits(member)

  const found = await listMemberRewards(member)
  expect(
    found.map((one) => [one.kind, one.memberId === member.id, computeRewardState(one)]).sort(),
  ).toEqual([
    ['campaign', true, 'waiting'],
    ['referral', false, 'due'],
  ])
})

test('a claim counts from sign-up: before, after, without publication or in another country it is refused', async () => {
  const { app } = testApp
  const now = app.clock.now().toISOString()
  const today = app.clock.today()
  const draft = await createCampaign(app, ines, buildCampaignInput(today))
  const ahead = await createPublishedCampaign(app, ines, {
    startsOn: '2026-11-25',
    endsOn: '2026-11-30',
  })
  const short = await createPublishedCampaign(app, ines, { startsOn: today, endsOn: today })
  const stopped = await createPublishedCampaign(app, ines)
  const claimedBefore = await person({ campaign: stopped.code })
  const early = await person({ campaign: ahead.code })
  const memberWithUnknownCampaign = await person({ campaign: 'never-was' })
  const unpublished = await person({ campaign: draft.code })
  const abroad = await person({ campaign: stopped.code, country: 'SE' })

  app.clock.advance(1_000)
  await endCampaign(app, ines, { campaignId: stopped.id, reason: 'Printed wrongly.' })

  const claimedAfter = await person({ campaign: stopped.code })
  app.clock.advance(DAY_MS)

  const late = await person({ campaign: short.code })
  await enableIncentives(app, { campaigns: { countries: ['DE'] } })

  const people = [
    claimedBefore,
    early,
    memberWithUnknownCampaign,
    unpublished,
    abroad,
    claimedAfter,
    late,
  ]
  for (const member of people) await deposits(member)

  const found = await Promise.all(people.map(listMemberRewards))
  expect(found.map(([one]) => one?.declineReason)).toEqual([
    null,
    'not_running',
    'unknown',
    'unknown',
    'country',
    'not_running',
    'not_running',
  ])

  app.clock.set(now)
})

test('a member’s inviter and claim never change, so that invitations have no loops', async () => {
  const first = await person()
  const second = await createInvitee(first)
  const { owner } = testApp.database

  for (const change of [
    [`update member set referred_by = $1 where id = $2`, second.referralCode, first.id],
    [`update member set campaign = $1 where id = $2`, 'late-claim', second.id],
    [`update member set referral_code = $1 where id = $2`, 'ZZZZZZZ1', second.id],
  ]) {
    const [sql = '', ...values] = change
    await expect(owner.query(sql, values)).rejects.toThrow('of a sign-up do not change')
  }

  const loops = await owner.query(`with recursive above as (
      select id, referred_by, 1 as depth from member where referred_by is not null
      union all select above.id, m.referred_by, depth + 1 from above join member m on
      m.referral_code = above.referred_by
        where m.referred_by is not null and depth < 100)
    select from above where depth = 100`)

  expect(loops.rowCount).toBe(0)
})

test('what a reward says is never changed, taken back or deleted', async () => {
  const member = await createInvitee(await person())
  await deposits(member)

  const { owner } = testApp.database
  for (const change of [
    'cents = cents + 1',
    'due_at = null',
    "refused_because = 'off'",
    "member_id = 'mem_x'",
  ])
    await expect(
      owner.query(`update reward set ${change} where referred_id = $1`, [member.id]),
    ).rejects.toThrow()

  await expect(owner.query('delete from reward')).rejects.toThrow('append-only')
})
