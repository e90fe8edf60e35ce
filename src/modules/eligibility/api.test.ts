import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { isPrivateKeyLike } from '#lib/private-keys.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { SAMPLE_RULES } from './adapters/sample-rules.ts'
import { formatCoolingOff, getRequiredWarning } from './model.ts'
import { toAnswerLines } from './presenters/answer-lines.ts'
import { toEligibilityResponse } from './presenters/eligibility.ts'
import { hashShown, listCurrentRules, listEvidence, loadEligibility } from './queries.ts'
import {
  buildTestAnswers,
  buildTestDeclaration,
  declareTestCategory,
  getSampleRules,
  publishTestRules,
  takeTestSteps,
} from './testing.ts'

const UK = getSampleRules('united-kingdom')

let server: TestServer
let owner: Admin
let second: Admin
beforeAll(async () => {
  server = await testServer()
  owner = (await createTestAdmin(server.app, { role: 'owner', lastName: 'Proposer' })).admin
  second = (await server.asAdmin('finance')).admin
  await publishTestRules(server.app, { owner, second }, UK)
})
afterAll(() => server.close())

const asBriton = () => server.asMember({ country: 'GB', phoneNumber: '+44 20 7946 0018' })

test('a member reads the rules and steps of their country, and never a right answer', async () => {
  const { token } = await asBriton()
  const { json, text } = await server.send('GET', '/api/users/eligibility', { token })

  expect(json.data.rules).toMatchObject({ name: 'United Kingdom', sample: true })
  expect(text).not.toContain('"right"')
  expect(json.data.checklist[0]).toMatchObject({ operation: 'deposit', status: 'steps_left' })
  expect(json.data.checklist[3]).toMatchObject({ operation: 'refer', status: 'not_offered' })
})

test('every step is done by calls, and texts and answers are evidence in the member’s own file', async () => {
  const { token, member, sessionId } = await asBriton()
  const post = async (path: string, body: object) => {
    const { status, json } = await server.send('POST', `/api/users/eligibility/${path}`, {
      token,
      body,
    })
    expect([path, status]).toEqual([path, 200])
    return json
  }
  const { json } = await server.send('GET', '/api/users/eligibility', { token })
  const { id: textId, version, sha256: hash } = json.data.warning
  const [category] = UK.categories

  await post('warning', { textId, version, hash, confirmed: true })
  await post('category', {
    category: category?.id,
    statements: Object.entries(category ? buildTestDeclaration(category) : {}).map(
      ([id, answer]) => ({ id, answer }),
    ),
  })
  const answers = Object.entries(buildTestAnswers(UK)).map(([id, option]) => ({ id, option }))
  expect((await post('questions', { answers })).data).toMatchObject({ passed: true, right: 8 })
  await post('cooling-off', {})

  const after = await server.send('GET', '/api/users/eligibility', { token })
  expect(after.json.data.checklist[0].steps.map(({ kind }: { kind: string }) => kind)).toEqual([
    'level',
    'cooling_off',
  ])
  expect(after.json.data.limits).toMatchObject([{ operation: 'invest', left: '10000.00' }])

  const own = await server.send('GET', '/api/users/eligibility/evidence.json', { token })
  const { evidence } = JSON.parse(own.text)
  expect(evidence.map(({ kind }: { kind: string }) => kind)).toEqual([
    'warning',
    'category',
    'questionnaire',
    'cooling_off',
  ])
  for (const one of evidence) {
    expect(one.textSha256).toBe(hashShown(one.content.shown))
    expect(one.session).toBe(sessionId)
  }
  expect(own.text).not.toContain('screening')

  const finance = await server.asAdmin('finance')
  const path = `/api/admin/members/${member.id}/evidence`
  const file = await server.send('GET', `${path}.json`, { token: finance.token })
  expect(JSON.parse(file.text)).toMatchObject({ format: 'candor-evidence/1', screening: [] })
  const pdf = await server.fetch(`${path}.pdf`, {
    headers: { authorization: `Bearer ${finance.token}` },
  })
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  const support = await server.asAdmin('support')
  expect((await server.send('GET', `${path}.json`, { token: support.token })).status).toBe(403)
})

test('a declaration and a result of the questions that have expired no longer count', async () => {
  const { member } = await asBriton()
  await takeTestSteps(server.app, member, UK)
  const load = (today: string) => {
    const clock = { ...server.app.clock, today: () => today, now: () => server.app.clock.now() }
    return loadEligibility(server.app.db, { clock }, member.id)
  }
  const read = async (today: string) =>
    toEligibilityResponse(await load(today), {
      clock: { ...server.app.clock, today: () => today, now: () => server.app.clock.now() },
    })
  const { facts } = await load(server.app.clock.today())
  const last = facts.questionnaire.passedUntil ?? ''
  const { expiresOn = '' } = facts.category ?? {}

  expect((await read(last)).questionnaire).toMatchObject({ passedUntil: last, isExpired: false })
  expect((await read(addDays(last, 1))).questionnaire).toMatchObject({
    passedUntil: null,
    isExpired: true,
  })
  expect((await read(expiresOn)).category).toMatchObject({ isCurrent: true })
  const lapsed = await read(addDays(expiresOn, 1))
  expect(lapsed.category).toMatchObject({ isCurrent: false })
  // the limit of the category went with it
  expect(lapsed.limits.map(({ operation }) => operation)).not.toContain('invest')
})

test('the database counts an expired or repeated declaration as the server does', async () => {
  const { member } = await asBriton()
  const ask = async (today: string) => {
    const { rows } = await sql<{ category: string | null }>`
      select declared_category(
        ${member.id}, ${JSON.stringify(UK)}::jsonb, ${today}::date
      ) as category`.execute(server.app.db)
    return rows[0]?.category
  }
  const today = server.app.clock.today()
  expect(await ask(today)).toBeNull()

  await declareTestCategory(server.app, member, UK, 'high_net_worth')
  await declareTestCategory(server.app, member, UK, 'restricted')
  const { facts } = await loadEligibility(server.app.db, server.app, member.id)
  const { expiresOn = '' } = facts.category ?? {}

  expect(await ask(expiresOn)).toBe('restricted')
  expect(await ask(addDays(expiresOn, 1))).toBeNull()
})

test('the evidence as PDF says each question with its answer', async () => {
  const { member } = await asBriton()
  await takeTestSteps(server.app, member, UK)
  const lines = (await listEvidence(server.app.db, member.id)).map(({ content }) =>
    toAnswerLines(content),
  )
  const [first] = UK.questionnaire?.questions ?? []
  const right = first?.options.find(({ id }) => id === first.right)

  const restricted = UK.categories[0]
  expect(lines[0]).toEqual([
    getRequiredWarning(UK).text,
    'Ticked: I have read this warning and understand it.',
  ])
  expect(lines[1]?.[0]).toBe(`${restricted?.name}: ${restricted?.description}`)
  expect(lines[1]).toContain(`Ticked: ${restricted?.statements[1]?.text}`)
  expect(lines[2]).toContain(`${first?.text} ${right?.text}`)
  expect(lines[2]).toContain('Right answers: 8 of 8, 7 needed')
  expect(lines[3]?.[0]).toBe(formatCoolingOff(24))
  expect(lines[3]?.[1]).toMatch(/^Cooling-off until: .* UTC$/)
})

test('staff list rules in force, samples and proposals, and open each', async () => {
  const { token } = await server.asAdmin('viewer')
  const { json } = await server.send('GET', '/api/admin/rules', { token })
  const lines = json.data.ruleSets

  expect(lines.map(({ name, status }: Record<string, string>) => [name, status])).toEqual([
    ['United Kingdom', 'in_force'],
    ['All other countries', 'in_force'],
    ['European Union', 'sample'],
    ['United States', 'sample'],
  ])
  const names = [owner.label, second.label]
  expect(names[0], 'the two have different names').not.toBe(names[1])
  expect([lines[0].by, lines[0].approvedBy]).toEqual(names)
  expect(lines[2], 'a sample has no names').toMatchObject({ by: null, approvedBy: null })
  for (const { _id, sha256 } of lines) {
    const one = await server.send('GET', `/api/admin/rules/${_id}`, { token })
    expect(hashShown(one.json.data.content)).toBe(sha256)
  }
  expect((await server.send('GET', '/api/admin/rules/rus_none', { token })).status).toBe(404)
})

test('hundreds of replaced versions hide none in force, and are read page by page', async () => {
  const { owner } = server.database
  const { token } = await server.asAdmin('viewer')
  await owner.query('alter table rule_set disable trigger all')
  await owner.query(
    `insert into rule_set (id, key, version, name, content, content_sha256, countries, sample,
      effective_from, approval_id, published_by, published_at)
     select 'rus_' || lpad(n::text, 20, '0'), 'ancient', n, 'Ancient', c,
       encode(sha256(convert_to(c, 'UTF8')), 'hex'),
      countries, sample, '2026-01-01', 'prp_' || n, published_by, published_at
     from rule_set r, generate_series(1, 620) n,
      lateral (select (r.content::jsonb || jsonb_build_object('key', 'ancient', 'version', n,
        'name', 'Ancient', 'countries', r.countries))::text as c) c`,
  )
  await owner.query('alter table rule_set enable trigger all')

  const pages: Record<string, unknown>[][] = []
  for (let next: string | null = ''; next !== null; ) {
    const path = `/api/admin/rules${next ? `?before=${next}` : ''}`
    const { json } = await server.send('GET', path, { token })
    pages.push(json.data.ruleSets)
    next = json.data.next
  }
  const [first = [], ...others] = pages
  const names = first.filter(({ status }) => status === 'in_force').map(({ key }) => key)
  expect(names).toEqual(['ancient', 'united-kingdom', 'default'])
  expect(others.flat().every(({ status }) => status === 'replaced')).toBe(true)
  const versions = pages
    .flat()
    .filter(({ key }) => key === 'ancient')
    .map(({ version }) => version)
  expect(versions).toEqual(Array.from({ length: 620 }, (_, index) => 620 - index))

  const open = async (id: unknown) =>
    (await server.send('GET', `/api/admin/rules/${id}`, { token })).json.data
  const [oldest] = pages.flat().slice(-1)
  expect(await open(oldest?._id)).toMatchObject({ version: 1, status: 'replaced', previous: null })
  const newest = first.find(({ key }) => key === 'ancient')
  expect((await open((await open(newest?._id)).previous)).version).toBe(619)
  expect((await server.send('GET', '/api/admin/rules?before=x', { token })).status).toBe(400)

  const { key } = (await listCurrentRules(server.app.db, server.app.clock.today()))[1]?.rules ?? {}
  expect(key, 'stricter rules are compared with all in force').toBe('united-kingdom')
})

test('no sample holds what is refused as a recovery phrase', () => {
  for (const rules of SAMPLE_RULES) expect(isPrivateKeyLike(JSON.stringify(rules))).toBe(false)
})
