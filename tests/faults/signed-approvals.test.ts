import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { deriveSoftwareKey, signBySoftware } from '#modules/approvals/adapters/software-key.ts'
import { listUnsignedApprovals } from '#modules/approvals/queries.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { post } from '#modules/ledger/steps/post.ts'
import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { scratchFolder } from '../support/launcher.ts'
import { type Line, readExportLines } from '../support/rows.ts'
import {
  appendLogLongAgo,
  approveForged,
  decideForged,
  type Forged,
  listRowProblems,
  proposeCapital,
  skipSignatureCheck,
  storeForged,
} from '../support/signed-approvals.ts'

let testApp: TestApp
let ruth: string
let ines: string
let mallory: string
const { path: folder, remove } = scratchFolder()

beforeAll(async () => {
  // in live the database goes by its own clock
  testApp = await createTestApp({ at: new Date().toISOString() })
  const { app, database } = testApp
  ruth = (await createTestAdmin(app, { role: 'owner' })).admin.id
  ines = (await createTestAdmin(app, { role: 'finance' })).admin.id
  mallory = (await createTestAdmin(app, { role: 'finance' })).admin.id
  await database.owner.query('select approvals.set_live()')
  for (const admin of [ruth, ines]) {
    const proposal = await runInTransaction(app.db, (tx) => proposeCapital(tx, ines, mallory))
    await signAsTestAdmin(testApp, admin, proposal.id)
  }
  await appendLogLongAgo(testApp)
  await approveSigned(ruth)
  await chainJournal(app)
})
afterAll(async () => {
  remove()
  await testApp.close()
})

/** Posts as the server's login, signed by what `sign` returns. */
const postAs = (
  decider: string,
  sign?: (forged: Forged, tx: Tx) => Promise<[PasskeyAnswer, keyId?: string]>,
) =>
  runInTransaction(testApp.app.db, async (tx) => {
    const forged = await proposeCapital(tx, ines, decider)
    await decideForged(tx, forged, decider)
    if (sign) await storeForged(tx, forged, ...(await sign(forged, tx)))
    await post(tx, forged.list)
    return forged.id
  })

const place = () => ({
  SECRET: 'all secrets of the server',
  PUBLIC_URL: testApp.app.config.PUBLIC_URL,
})
const signForged = (admin: string, statement: string) =>
  signBySoftware(place(), deriveSoftwareKey(place(), admin), statement)

/** Approves as the admin whose device holds the key. */
const approveSigned = (decider: string) =>
  approveForged(testApp, {
    proposer: ines,
    decider,
    sign: (id) => signAsTestAdmin(testApp, decider, id),
  })

const listProblems = (change?: (lines: Line[]) => void) => listRowProblems(testApp, folder, change)

test('A signed approval posts, and check-rows agrees with it and with the log.', async () => {
  expect(await listProblems()).toEqual([])
})

test('A first key of a live installation signs after its wait alone.', async () => {
  const early = deriveSoftwareKey(place(), 'early')
  await sql`select approvals.register_key(${createId('apk')}, ${ruth}, ${early.credentialId},
    ${early.publicKey}, '{}', 'localhost', 'http://localhost:3000', '2026-01-01')`.execute(
    testApp.app.db,
  )
  const { rows } = await testApp.database.pool.query(
    'select first from approvals.keys where credential_id = $1',
    [early.credentialId],
  )
  // the keys of two admins were there before it
  expect(rows).toEqual([{ first: false }])

  const own = await createTestApp({ at: new Date().toISOString() })
  const { admin } = await createTestAdmin(own.app, { role: 'owner' })
  await own.database.owner.query('select approvals.set_live()')
  const id = createId('apk')
  await own.database.pool.query(
    `select approvals.register_key($1, $2, 'credential', decode(repeat('00', 40), 'hex'), '{}',
       'localhost', 'http://localhost:3000', '2026-01-01')`,
    [id, admin.id],
  )
  const states = await own.database.pool.query(
    `select first, approvals.may_sign(id, now()) as now,
       usable_from = registered_at + interval '72 hours' as waits from approvals.keys`,
  )
  expect(states.rows).toEqual([{ first: true, now: false, waits: true }])
  await own.close()
})

test('With the server’s login and all its secrets the database refuses every approval but one that looks signed.', async () => {
  await expect(postAs(ruth), 'no signature').rejects.toThrow('AP008')

  const key = deriveSoftwareKey(place(), ruth)
  const register = (kind: string, admin: string, tx: Tx) =>
    kind === 'software'
      ? sql`select approvals.ensure_software_key(${createId('apk')}, ${admin}, ${key.credentialId},
          ${key.publicKey}, 'localhost', 'http://localhost:3000', now())`.execute(tx)
      : sql`select approvals.register_key(${createId('apk')}, ${admin}, ${key.credentialId},
          ${key.publicKey}, '{}', 'localhost', 'http://localhost:3000', now())`.execute(tx)
  await expect(
    postAs(ruth, async ({ statement }, tx) => {
      await register('software', ruth, tx)
      return [signForged(ruth, statement)]
    }),
    'a key of software in live',
  ).rejects.toThrow('AP011')
  await expect(
    postAs(ruth, async ({ statement }, tx) => {
      await register('passkey', ruth, tx)
      return [signForged(ruth, statement)]
    }),
    'a key that no admin confirmed',
  ).rejects.toThrow('AP009')

  const used = await approveSigned(ruth)
  const { rows } = await testApp.database.pool.query(
    'select * from approvals.signatures where subject = $1',
    [used],
  )
  const replay = {
    id: rows[0].credential_id,
    response: {
      authenticatorData: rows[0].authenticator_data.toString('base64url'),
      clientDataJSON: rows[0].client_data.toString('base64url'),
      signature: rows[0].signature.toString('base64url'),
    },
  } as unknown as PasskeyAnswer
  await expect(
    postAs(ruth, async () => [replay]),
    'an old signature',
  ).rejects.toThrow('AP010')
  await expect(
    postAs(mallory, async ({ statement }) => [{ ...signForged(ruth, statement), id: replay.id }]),
    'the key of another admin',
  ).rejects.toThrow('AP010')
  await expect(
    postAs(ruth, async () => [{ ...signForged(ruth, 'another statement'), id: replay.id }]),
    'of something else',
  ).rejects.toThrow('AP010')
  await expect(
    postAs(ruth, async ({ statement }) => {
      const signed = signForged(ruth, statement)
      const data = Buffer.from(String(signed.response.authenticatorData), 'base64url')
      data[32] = 1
      const authenticatorData = data.toString('base64url')
      return [{ ...signed, id: replay.id, response: { ...signed.response, authenticatorData } }]
    }),
    'without a verified person',
  ).rejects.toThrow('AP010')
  expect(await listProblems()).toEqual([])
})

test('What only looks signed is named by check-rows.', async () => {
  const { rows } = await testApp.database.pool.query(
    'select id from approvals.keys where admin_id = $1 and first',
    [ruth],
  )
  const id = await postAs(ruth, async ({ statement }) => [
    signForged(ruth, statement),
    rows[0].id as string,
  ])
  expect(await listProblems()).toEqual([
    `approval ${id} by ${ruth}: its signature is not of its key`,
  ])
  expect(await listUnsignedApprovals(testApp.app.db)).toEqual([id])
})

test('The signature of a proposal that waited when signing began is checked as well.', async () => {
  const before = await listProblems()
  const unsigned = await listUnsignedApprovals(testApp.app.db)
  expect(unsigned).toHaveLength(1)
  const { owner } = testApp.database
  await owner.query(
    'update approvals.installation set unsigned_rows = 999, unsigned_proposals = 99',
  )

  expect(await listProblems()).toEqual(expect.arrayContaining(before))
  expect(await listUnsignedApprovals(testApp.app.db)).toEqual(unsigned)

  await owner.query('update approvals.installation set unsigned_rows = 0, unsigned_proposals = 0')
})

test('What the owner of the database forges is named by check-rows and the log.', async () => {
  const known = (await listProblems()).length
  const listNew = async (change: (lines: Line[]) => void) =>
    (await listProblems(change)).slice(known)
  const find = (lines: Line[], what: string) => lines.filter((line) => line.what === what)
  const change = (lines: Line[], what: string, fields: Line) => {
    for (const line of find(lines, what)) Object.assign(line, fields)
  }

  const [signed] = find(await readExportLines(testApp.database), 'signature')
  expect(
    (
      await listProblems((lines) => {
        lines.splice(
          lines.findIndex((line) => line.subject === signed?.subject),
          1,
        )
        Object.assign(find(lines, 'end')[0] ?? {}, { lines: String(lines.length) })
      })
    ).join(),
    'a signature taken away',
  ).toContain(`approval ${signed?.subject} by ${ruth} is not signed`)
  expect(
    (
      await listNew((lines) =>
        Object.assign(find(lines, 'signing')[0] ?? {}, { unsigned_proposals: '99' }),
      )
    ).join(),
    'another beginning',
  ).toContain('the log says otherwise')
  expect(
    (await listProblems((lines) => change(lines, 'approval_key', { public_key: '00' }))).join(),
    'another key',
  ).toMatch(/its signature can't be read.*is another one in the log/)
  expect(
    (await listProblems((lines) => change(lines, 'approval_key', { ended_at: '1' }))).join(),
    'an ended key',
  ).toContain('which did not count then')
})

test('A new row with an old free number needs a signature.', async () => {
  const list = async (forge: (lines: Line[]) => void) => {
    let approval = ''
    const found = await listProblems((lines) => {
      const rows = lines.filter(({ what }) => what === 'row')
      const last = rows.findLast((row) => row.approval !== null)
      approval = String(last?.approval)
      const signing = lines.find(({ what }) => what === 'signing') ?? {}
      Object.assign(signing, { unsigned_rows: last?.id, unsigned_proposals: '99' })
      lines.splice(
        lines.findIndex((line) => line.subject === approval),
        1,
      )
      forge(rows)
    })
    return found
      .filter((problem) => problem.endsWith('is not signed'))
      .join()
      .includes(approval)
  }

  expect(await list(() => {}), 'no row is signed yet').toBe(false)
  const isForged = await list((rows) => Object.assign(rows[0] ?? {}, { id: '999999' }))
  expect(isForged, 'a signed row precedes it').toBe(true)
})

test('A key that ended signs nothing more.', async () => {
  await testApp.database.pool.query(
    "select approvals.end_key(id, $1, 'The device was lost.', now()) from approvals.keys " +
      'where admin_id = $1 and first',
    [ruth],
  )
  await expect(approveSigned(ruth)).rejects.toThrow('AP009')
})

describe('two forged keys that confirm each other', () => {
  const forger = (name: string) => ({ SECRET: name, PUBLIC_URL: testApp.app.config.PUBLIC_URL })
  const keys = new Map<string, { id: string; proposal: string; place: ReturnType<typeof forger> }>()

  /** Adds a key of an admin and the proposal to confirm it, as a taken-over server can. */
  async function forgeKey(tx: Tx, admin: string) {
    const [id, proposal] = [createId('apk'), createId('prp')]
    const made = { id, proposal, place: forger(`a forged key of ${admin}`) }
    const { credentialId, publicKey } = deriveSoftwareKey(made.place, admin)
    await sql`select approvals.register_key(${id}, ${admin}, ${credentialId}, ${publicKey}, '{}',
      'localhost', 'http://localhost:3000', now())`.execute(tx)
    const keySha256 = createHash('sha256').update(publicKey).digest('hex')
    await sql`select approvals.propose(${proposal}, 'approval-key.add', ${id},
      ${JSON.stringify({ adminId: admin, credentialId, keySha256 })}, null, ${admin}, 'Admin', now(),
      now() + interval '1 hour')`.execute(tx)
    keys.set(admin, made)
  }

  /** Decides both proposals in one statement, so that both have one time. */
  async function confirmBoth(tx: Tx) {
    const [one, other] = [keys.get(ruth), keys.get(ines)]
    await sql`select approvals.decide(p.id, true, p.content_hash,
        case p.id when ${one?.proposal} then ${ines} else ${ruth} end, 'Admin', now(), null)
      from approvals.proposals p where p.id in (${one?.proposal}, ${other?.proposal})`.execute(tx)
  }

  async function signByOther(tx: Tx, admin: string, other: string) {
    const [confirmed, signing] = [keys.get(admin), keys.get(other)]
    if (!confirmed || !signing) throw new Error('the keys are there')
    const { rows } = await sql<{ statement: string }>`
      select approvals.get_statement(${confirmed.proposal}, ${other}) as statement`.execute(tx)
    const statement = rows[0]?.statement ?? ''
    const key = deriveSoftwareKey(signing.place, other)
    const forged = { id: confirmed.proposal, list: [], statement }
    await storeForged(tx, forged, signBySoftware(signing.place, key, statement), signing.id)
  }

  test('are refused by the database.', async () => {
    await runInTransaction(testApp.app.db, async (tx) => {
      await forgeKey(tx, ruth)
      await forgeKey(tx, ines)
    })
    const attempt = runInTransaction(testApp.app.db, async (tx) => {
      await confirmBoth(tx)
      await signByOther(tx, ruth, ines)
      await signByOther(tx, ines, ruth)
    })

    await expect(attempt).rejects.toThrow('AP009')
  })

  test('are named by both checks where the database was made to take them.', async () => {
    const id = await skipSignatureCheck(testApp, async () => {
      await runInTransaction(testApp.app.db, async (tx) => {
        await confirmBoth(tx)
        await signByOther(tx, ruth, ines)
        await signByOther(tx, ines, ruth)
      })
      return await postAs(ruth, async ({ statement }) => {
        const signing = keys.get(ruth)?.place ?? place()
        return [
          signBySoftware(signing, deriveSoftwareKey(signing, ruth), statement),
          String(keys.get(ruth)?.id),
        ]
      })
    })
    const forged = keys.get(ruth)

    expect(await listProblems()).toContain(
      `approval ${id} by ${ruth} is signed by key ${forged?.id}, which did not count then`,
    )
    expect(await listUnsignedApprovals(testApp.app.db)).toContain(id)
  })
})
