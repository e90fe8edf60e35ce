import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { enableIncentives } from '#modules/affiliates/testing.ts'
import {
  LEVELS,
  type Level,
  OPERATIONS,
  type Operation,
  type RuleSet,
} from '#modules/eligibility/model.ts'
import { getSampleRules, publishTestRules, takeTestSteps } from '#modules/eligibility/testing.ts'
import type { Admin } from '#modules/identity/model.ts'
import { openTestSession } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { makeVerified } from '#modules/verification/testing.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../support/http.ts'

/**
 * Written by hand from the facts of each country: the lowest level at which a member of a category
 * may perform an operation with $1,500 and a crypto plan; `never` where no level is enough. It is not
 * derived from the rules: they have to agree with it, cell by cell.
 */
const ORACLE = `
country category                 deposit  invest  withdraw  refer  claim_campaign  see_plans

GB      -                        never    never   full      never  never           none
GB      restricted               basic    basic   full      never  never           none
GB      high_net_worth           basic    basic   full      never  never           none
GB      certified_sophisticated  basic    basic   full      never  never           none

DE      -                        never    never   full      none   none            none
DE      non_sophisticated        full     basic   full      none   none            none
DE      sophisticated            full     basic   full      none   none            none

US      -                        never    never   full      never  none            never
US      non_accredited           never    never   full      never  none            never
US      accredited               full     full    full      never  none            none

NG      -                        basic    basic   full      none   none            none
`

const PHONES: Readonly<Record<string, string>> = {
  GB: '+44 20 7946 0018',
  DE: '+49 30 901820',
  US: '+1 202 555 0123',
  NG: '+234 803 123 4567',
}

/** The rules that the software ships, asked for in the sandbox too. */
const DEFAULT: RuleSet = { ...getSampleRules('default'), version: 2, sandbox: 'as_written' }
const RULES: Readonly<Record<string, RuleSet>> = {
  GB: getSampleRules('united-kingdom'),
  DE: getSampleRules('european-union'),
  US: getSampleRules('united-states'),
  NG: DEFAULT,
}

const [HEAD = '', ...LINES] = ORACLE.split('\n').filter((line) => line.trim())
const COLUMNS = HEAD.split(/ +/)
const ROWS = LINES.map((line) => {
  const cells = line.split(/ +/)
  return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at] ?? '']))
})

let server: TestServer
let planId: string
let reviewer: Admin
let keys = 0

beforeAll(async () => {
  server = await testServer()
  await enableIncentives(server.app)
  planId = (await createPublishedPlan(server.app)).id

  const { admin: owner } = await server.asAdmin('owner')
  const { admin: second } = await server.asAdmin('finance')
  reviewer = second
  for (const rules of Object.values(RULES))
    await publishTestRules(server.app, { owner, second }, rules)
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['asMember']>>

/** Sends the call of an operation, and returns whether the member was let through. */
const CALLS: Readonly<Record<Operation, (person: Person) => Promise<boolean>>> = {
  deposit: async (person) =>
    isAllowed(
      await send(person, 'POST', '/api/deposit/quote', {
        selected_plan: planId,
        amount: '1500',
        payment_method: 'USDT',
      }),
    ),
  invest: async (person) =>
    isAllowed(
      await send(person, 'POST', '/api/positions', { selected_plan: planId, amount: '1500' }),
    ),
  withdraw: async (person) =>
    isAllowed(
      await send(person, 'POST', '/api/withdraw', {
        source: 'balance',
        amount: '100',
        payment_channel: 'USDT',
        wallet_address: TEST_ADDRESS,
      }),
    ),
  refer: async (person) =>
    (await send(person, 'GET', '/api/user/incentives')).json.data.referral.on === true,
  claim_campaign: async (person) =>
    (await send(person, 'GET', '/api/user/incentives')).json.data.campaigns.on === true,
  see_plans: async (person) => (await send(person, 'GET', '/api/plans')).json.data.length > 0,
}

const send = ({ token }: Person, method: string, path: string, body?: unknown) =>
  server.send(method, path, {
    token,
    ...(body !== undefined && { body, key: `matrix-${++keys}-${'x'.repeat(20)}` }),
  })

/** Returns whether a call was let through. Throws for an answer that isn't about eligibility. */
function isAllowed({ status, json }: Awaited<ReturnType<typeof send>>): boolean {
  if (status === 200 || status === 201) return true
  expect(json).toMatchObject({ code: 'not_eligible' })
  expect(status).toBe(403)
  return false
}

/** Creates a member of a country with money, who has taken every step of a category. */
async function createPerson(country: string, category: string): Promise<Person> {
  const person = await server.asMember({ country, phoneNumber: PHONES[country] ?? '' })
  await fundMember(server.app, person.member.id, { cash: 900_000n })
  const rules = RULES[country] as RuleSet
  await takeTestSteps(server.app, person.member, rules, category === '-' ? '' : category)
  return person
}

const toExpected = (cell: string, level: Level) =>
  cell !== 'never' && LEVELS.indexOf(level) >= LEVELS.indexOf(cell as Level)

test('the table has a column for every operation, and a row for every category of every country', () => {
  expect(COLUMNS.slice(2)).toEqual([...OPERATIONS])
  for (const [country, { categories }] of Object.entries(RULES))
    expect(
      ROWS.filter((row) => row.country === country)
        .map((row) => row.category)
        .sort(),
    ).toEqual(['-', ...categories.map(({ id }) => id)].sort())
})

describe('every cell of country, category, level and operation', () => {
  test.each(ROWS)('of $country $category', async (row) => {
    for (const level of LEVELS) {
      const person = await createPerson(row.country ?? '', row.category ?? '')
      if (level !== 'none') await makeVerified(server.app, person.member.id, level, reviewer)
      server.clock.advance(5 * DAY_MS)
      const later = { ...person, ...(await openTestSession(server.app, person.member)) }

      for (const operation of OPERATIONS)
        expect([operation, level, await CALLS[operation](later)]).toEqual([
          operation,
          level,
          toExpected(row[operation] ?? '', level),
        ])
    }
  })
})
