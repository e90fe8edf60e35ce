import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import {
  createEvidencePicture,
  createPlacedAssets,
  createPublishedPlan,
} from '#modules/plans/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../support/http.ts'

type AdminCredentials = Awaited<ReturnType<TestServer['asAdmin']>>
let server: TestServer
let ruth: AdminCredentials
let ines: AdminCredentials
let plan: PlanVersion
let picture: Uint8Array
let keys = 0
beforeAll(async () => {
  server = await testServer()
  ruth = await server.asAdmin('owner')
  ines = await server.asAdmin('finance')
  plan = await createPublishedPlan(server.app)
  picture = await createEvidencePicture()
})
afterAll(() => server.close())

const form = (fields: Record<string, string>, evidence: Uint8Array | null = picture) => {
  const sent = new FormData()
  for (const [name, value] of Object.entries(fields)) sent.set(name, value)
  if (evidence) sent.set('evidence', new File([Uint8Array.from(evidence)], '../../evil.html'))
  return sent
}
const period = () => ({ period_from: '2026-10-01', period_to: '2026-10-31' })
const rent = { currency: 'USD', amount: '1200.50', source: 'Rent of October.' }
const fire = { from: 'assets', amount: '100.01', cause: 'A fire in the building.' }
const post = (path: string, body: FormData, who = ines, key = `k${++keys}`) =>
  server.send('POST', `/api/admin/plans/${plan.planId}/${path}`, { token: who.token, key, body })
const decide = ({ _id, hash }: { _id: string; hash: string }, who = ruth) =>
  server.send('POST', `/api/admin/approvals/${_id}/approve`, {
    token: who.token,
    key: `k${++keys}`,
    body: { hash },
  })
const read = async (path: string, who = ines) =>
  (await server.send('GET', path, { token: who.token })).json
const readPlanLedger = async () => (await read(`/api/admin/plans/${plan.planId}/ledger`)).data
const expectNoProblems = async () =>
  expect((await checkIntegrity(server.app, { whole: true }))?.problems).toEqual([])

describe('what a plan earned', () => {
  test('waits with a 202 for another admin, who sees the evidence, then is posted', async () => {
    const response = await post('income', form({ ...rent, ...period(), bankReference: 'Rent 10' }))
    expect([response.status, response.json.message]).toEqual([
      202,
      'Waiting for approval by a second admin',
    ])

    const { data } = response.json
    expect(data).toMatchObject({
      state: 'waiting',
      content: {
        cents: '120050',
        source: rent.source,
        observedAs: 'bank RENT 10',
        periodFrom: '2026-10-01',
      },
    })

    expect((await readPlanLedger()).figures.recorded).toBe('0.00')
    expect((await decide(data, ines)).json.code).toBe('second_admin')

    const shown = await server.fetch(`/api/admin/evidence/${data._id}`, { headers: ruth.headers })
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toBe(
      `attachment; filename="evidence-${data._id}.png"`,
    )
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect((await decide(data)).status).toBe(200)
    expect((await decide(data)).json.code).toBe('already_decided')

    const { figures, income } = await readPlanLedger()
    expect(figures).toMatchObject({
      recorded: '1200.50',
      used: '0.00',
      unused: '1200.50',
      lost: '0.00',
    })

    expect(figures.months).toMatchObject([{ month: '2026-10', income: '1200.50', loss: '0.00' }])
    expect(income).toMatchObject([{ amount: '1200.50', source: rent.source, approval: data._id }])

    const evidenceFile = await server.fetch(income[0].evidence.path, { headers: ines.headers })
    expect(evidenceFile.status).toBe(200)

    await expectNoProblems()
  })

  test('is never the coin of a deposit, confirmed before or in the meantime', async () => {
    const { member } = await server.asMember()
    const coin = (txid: string) =>
      form({ ...rent, ...period(), currency: 'USDT', amount: '1500', txid })
    const confirm = async (txid: string) => {
      const input = { planId: plan.id, amount: '1500' }
      const { id } = await createPendingDeposit(server.app, member, input)
      const body = { txid, received: '1500' }

      return await server.send('POST', `/api/transactions/${id}/confirm`, {
        token: ines.token,
        key: `k${++keys}`,
        body,
      })
    }

    const [first, second] = ['a', 'b'].map((letter) => letter.repeat(64)) as [string, string]
    expect((await confirm(first)).status).toBe(200)

    const refused = await post('income', coin(`0x${first.toUpperCase()}`))
    expect([refused.status, refused.json.code]).toEqual([409, 'receipt_used'])
    expect(refused.json.errors[0]).toMatchObject({
      field: 'txid',
      message: 'This receipt has already been used.',
    })

    const { data } = (await post('income', coin(second))).json
    expect((await confirm(second)).status).toBe(200)
    expect((await decide(data)).json.code).toBe('receipt_used')
    expect((await read(`/api/admin/approvals/${data._id}`)).data.state).toBe('waiting')
    expect((await readPlanLedger()).income).toHaveLength(1)

    await expectNoProblems()
  })

  test('needs evidence, checked by content, and each wrong field has its sentence', async () => {
    const page = new TextEncoder().encode('<script>alert(1)</script>')
    const wrong: [FormData, number, string, string][] = [
      [form({ ...rent, ...period() }, null), 400, 'evidence_needed', 'evidence'],
      [form({ ...rent, ...period() }, page), 415, 'file_type', 'evidence'],
      [form({ ...rent, ...period(), source: '' }), 400, 'source_needed', 'source'],
      [form({ ...rent, ...period(), amount: 'much' }), 400, 'invalid_amount', 'amount'],
      [form({ ...rent, ...period(), period_to: '2027-01-01' }), 400, 'invalid_period', 'period_to'],
      [form({ ...rent, period_to: '2026-10-31' }), 400, 'invalid_period', 'period_from'],
      [form({ ...rent, ...period(), outputIndex: 'first' }), 400, 'invalid_output', 'outputIndex'],
      [form({ ...rent, ...period(), currency: 'GBP' }), 400, 'validation', 'currency'],
    ]

    for (const [body, status, code, field] of wrong) {
      const { json, status: answered } = await post('income', body)
      expect([answered, json.errors[0]?.field], JSON.stringify(json)).toEqual([status, field])
      if (code !== 'validation') expect(json.code).toBe(code)
      expect(json.errors[0].message).toMatch(/\w+ \w+/)
    }
  })

  test('has one effect a key: repeated it is the same proposal', async () => {
    const body = () => form({ ...rent, ...period() })
    const once = await post('income', body(), ines, 'twice')
    const again = await post('income', body(), ines, 'twice')
    expect(again.text).toBe(once.text)
  })
})

describe('what a plan lost', () => {
  test('waits too, is borne by the positions, and is in the journal and a mail', async () => {
    const { member, token } = await server.asMember()
    await fundMember(server.app, member.id, { invested: 400_000n, planVersionId: plan.id })
    await createPlacedAssets(server.app, plan.planId, 1_000_000n)

    const before = (await readPlanLedger()).figures
    const response = await post('loss', form({ ...fire, ...period() }))
    expect(response.status).toBe(202)
    expect((await decide(response.json.data, ines)).json.code).toBe('second_admin')
    expect((await decide(response.json.data)).status).toBe(200)

    const { figures, losses } = await readPlanLedger()
    expect(figures.lost).toBe('100.01')
    expect(Number(before.invested) - Number(figures.invested)).toBeCloseTo(100.01)
    expect(losses).toMatchObject([{ amount: '100.01', cause: fire.cause }])

    const [entry] = (await server.send('GET', '/api/user/entries', { token })).json.data
    expect(entry).toMatchObject({ what: 'Plan loss', reason: fire.cause })

    await server.runJobs()

    const { json: mails } = await server.send('GET', `/dev/mailbox.json?to=${member.email}`)
    const [mail] = mails
    expect(mail.subject).toBe('[Sandbox] A loss was recorded in BASIC (crypto)')
    expect(mail.text).toContain(fire.cause)

    await expectNoProblems()
  })

  test('is refused beyond what is invested, placed or held', async () => {
    const refusals = [
      [{ ...fire, amount: '900000' }, 'loss_exceeds_principal'],
      [{ ...fire, from: 'custody', currency: 'ETH', amount: '0.1' }, 'insufficient_funds'],
    ] as const

    for (const [fields, code] of refusals) {
      const { status, json } = await post('loss', form({ ...fields, ...period() }))
      expect([status, json.code]).toEqual([422, code])
    }
  })
})

describe('a correction of a balance', () => {
  const edit = (id: string, body: object, who = ines) =>
    server.send('PATCH', `/api/users/${id}`, { token: who.token, key: `k${++keys}`, body })

  test('is done at once below $1,000, waits with a 202 from there on, and says so', async () => {
    await fundCapital(server.app, 'USD', 1_000_000n)

    const { member, token } = await server.asMember()
    await fundMember(server.app, member.id, { cash: 100_000n })

    const { data: user } = await read(`/api/admin/users/${member.id}`)
    const { first_name, last_name, total_balance, total_invest } = user
    const same = { first_name, last_name, total_balance, total_invest, expected_balance: '1000.00' }
    const reason = 'Credited to another member.'
    const done = await edit(member.id, { ...same, withdrawable_balance: 1500, reason })

    expect([done.status, done.json.message]).toEqual([200, 'User updated successfully'])
    expect(done.json.data).toMatchObject({ withdrawable_balance: '1500.00', waiting: null })

    const staleEdit = await edit(member.id, { ...same, withdrawable_balance: 1600, reason }, ruth)
    expect([staleEdit.status, staleEdit.json.code]).toEqual([409, 'balance_changed'])

    const large = { withdrawable_balance: '2500.00', reason }
    const waits = await edit(member.id, large)
    expect([waits.status, waits.json.message]).toEqual([202, 'Waiting for approval'])

    const { data: proposal } = await read(`/api/admin/approvals/${waits.json.data.waiting}`)
    expect(proposal.content).toMatchObject({
      from: '150000',
      to: '250000',
      change: '100000',
      reason,
    })

    expect((await decide(proposal, ines)).json.code).toBe('second_admin')
    expect((await decide(proposal)).status).toBe(200)
    expect((await server.send('GET', '/api/user', { token })).json.data.withdrawable_balance).toBe(
      '2500.00',
    )

    const [entry] = (await server.send('GET', '/api/user/entries', { token })).json.data
    expect(entry).toMatchObject({ what: 'Adjustment', reason })

    await server.runJobs()

    const { json: mails } = await server.send('GET', `/dev/mailbox.json?to=${member.email}`)
    expect(mails[0]).toMatchObject({ subject: '[Sandbox] Your balance was adjusted' })
    expect(mails[0].text).toContain(reason)

    await expectNoProblems()
  })

  test('never sets what follows from the books, nor takes what is invested', async () => {
    const { member } = await server.asMember()
    await fundMember(server.app, member.id, {
      cash: 100_000n,
      invested: 100_000n,
      planVersionId: plan.id,
    })

    const reason = 'It is not so.'
    for (const [body, code, field] of [
      [{ total_invest: 5, reason }, 'figure_is_derived', 'total_invest'],
      [{ total_balance: 5, reason }, 'figure_is_derived', 'total_balance'],
      [{ withdrawable_balance: 999, reason }, 'insufficient_funds', 'withdrawable_balance'],
    ] as const) {
      const { status, json } = await edit(member.id, body)
      expect([status, json.code, json.errors[0].field]).toEqual([422, code, field])
    }

    const { json } = await edit(member.id, { withdrawable_balance: 2500 })
    expect(json.errors).toEqual([
      {
        field: 'reason',
        message:
          'Please give a reason in a few words. The member will see it. Up to 500 characters.',
      },
    ])
  })
})
