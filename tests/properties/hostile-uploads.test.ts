import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createProofPicture } from '#modules/deposits/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { hostileFiles, PAYLOAD } from '../support/hostile-files.ts'
import { type TestServer, testServer } from '../support/http.ts'
import { DEEP } from '../support/scale.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const run = promisify(execFile)
const JUDGE = join(import.meta.dirname, '../support/judge-uploads.ts')

/** Of the hostile files the gate takes a third, by chance; a deep run takes all. */
const PART = Math.floor(Math.random() * 3)
const isTaken = (at: number) => DEEP || at % 3 === PART

test('of 300 hostile files none is stored wrongly, in bounded memory and time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-hostile-'))
  const files = (await hostileFiles()).map((file, at) => ({ ...file, at }))
  expect(files.length).toBeGreaterThanOrEqual(300)

  const taken = files.filter(({ at }) => isTaken(at))
  for (const { at, name, bytes } of taken)
    await writeFile(
      join(folder, `${String(at).padStart(3, '0')} ${name.replaceAll('/', '-')}`),
      bytes,
    )

  const { stdout } = await run(process.execPath, ['--expose-gc', JUDGE, folder, PAYLOAD], {
    // as scripts/command.js starts the server
    env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '65536' },
  })
  await rm(folder, { recursive: true })

  const report = JSON.parse(stdout)
  console.log(`hostile files: ${stdout}`)

  expect(report.problems).toEqual([])
  expect(report.files).toBe(taken.length)
  expect(report.grownMiB).toBeLessThanOrEqual(64)
  expect(report.slowestMs).toBeLessThan(10_000)
}, 180_000)

const NAMES = [
  '../../../etc/passwd',
  '..\\..\\windows\\system32\\x.png',
  '/etc/passwd',
  'C:\\x.png',
  '%2e%2e%2fx.png',
  'x.png\u0000.html',
  'x.php.png',
  'x.png.php',
  '.htaccess',
  'con.png',
  'aux',
  `${'x'.repeat(4_000)}.png`,
  '\u202egnp.exe',
  'x.png"; filename="y.html',
  "x' or 1=1 --.png",
  '‥/‥/x.png',
  '~root/.ssh/authorized_keys',
  'x.png\r\nX-Injected: yes',
  '$(touch x).png',
  '`id`.png',
]

test('a file’s name doesn’t change its place or download; the limit is 100 MB a day', async () => {
  const { app } = server
  const plan = await createPublishedPlan(app)
  const admin = await server.asAdmin('finance')
  const { member, token } = await server.asMember()
  const send = async (name: string) => {
    const quote = await quoteDeposit(app, member, {
      planId: plan.id,
      amount: '1500',
      method: 'USDT',
    })

    const form = new FormData()
    const fields = { _id: quote.id, amount: '1500', payment_method: 'USDT', selected_plan: plan.id }

    for (const [field, value] of Object.entries(fields)) form.append(field, value)

    const picture = Uint8Array.from(await createProofPicture())
    form.append('payment_proof', new File([picture], name, { type: 'text/html' }))

    const sent = await server.send('POST', '/api/deposit', {
      token,
      key: crypto.randomUUID(),
      body: form,
    })

    return { ...sent, id: quote.id }
  }

  const uploadIds: string[] = []
  for (const name of NAMES) {
    const { status, id, text } = await send(name)
    expect(status, `${name}: ${text}`).toBe(200)
    uploadIds.push(id)
  }

  const large = 'update deposit set proof_bytes = $2 where member_id = $1 and proof_key is not null'
  await server.database.owner.query(large, [member.id, 100 * 1024 * 1024])

  expect((await send('x.png')).json).toMatchObject({ code: 'too_many_files' })

  const all = await readdir(app.config.DATA_DIR, { recursive: true, withFileTypes: true })
  const files = all
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  expect(files).toHaveLength(NAMES.length)

  for (const file of files)
    expect(file).toMatch(new RegExp(`^${app.config.DATA_DIR}/files/proofs/prf_[0-9a-z]{20}$`))

  for (const file of files.slice(0, 2))
    for (const way of [
      file,
      file.slice(app.config.DATA_DIR.length),
      file.slice(file.indexOf('/proofs/')),
    ])
      expect((await server.send('GET', way, { token: admin.token })).status, way).toBe(404)

  for (const id of uploadIds) {
    const { headers } = await server.send('GET', `/api/transactions/${id}/proof`, {
      token: admin.token,
    })
    expect(headers.get('content-disposition')).toBe(`attachment; filename="proof-${id}.png"`)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-injected')).toBeNull()
  }
})
