import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveSigningKey, type SigningKey } from '#modules/transparency/adapters/log-keys.ts'
import {
  checkProofFile,
  createVerifierKey,
  ED25519_COSIGNATURE,
  formatVkey,
  LIABILITY_KINDS,
  listOwnSlips,
  ML_DSA_44_COSIGNATURE,
  type ProofFile,
  parseFileKeys,
  parseVkey,
  SLIP_VALUES,
} from '#modules/transparency/model.ts'
import { LOG_KEY, LOG_VKEY, ORIGIN, publishSlips, signAgain } from '../support/slip-publisher.ts'

const AMOUNTS = { cash: 120_450n, invested: 0n, profit: 0n, pending: 0n, due: 0n }
const SLIPS = listOwnSlips(
  LIABILITY_KINDS.map(() => SLIP_VALUES.map(() => 5)),
  LIABILITY_KINDS.map((kind) => AMOUNTS[kind]),
)
const OWN = { email: 'maya@example.com', nonce: 'a nonce', amounts: AMOUNTS, slips: SLIPS }
const FILE = publishSlips([OWN], 'lia_00000000000000000001').fileOf(OWN)

const createWitness = (
  name: string,
  type: typeof ED25519_COSIGNATURE | typeof ML_DSA_44_COSIGNATURE,
) => deriveSigningKey(`the key of ${name}`, 'witness', name, type)
/** The same key under another name. */
const renameKey = (key: SigningKey, name: string): SigningKey => ({
  ...createVerifierKey(name, ED25519_COSIGNATURE, key.publicKey),
  privateKey: key.privateKey,
})
const FIRST = createWitness('first.example/witness', ED25519_COSIGNATURE)
const FIRST_BY_ML_DSA = createWitness(FIRST.name, ML_DSA_44_COSIGNATURE)
const SECOND = createWitness('second.example/witness', ED25519_COSIGNATURE)

const signBy = (...witnesses: SigningKey[]): ProofFile => ({
  ...signAgain(FILE, LOG_KEY, ...witnesses),
  witnesses: witnesses.map(formatVkey),
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proof-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the script as a member does, and returns its exit code and output. */
async function runScript(file: ProofFile, ...options: string[]) {
  const path = join(folder, 'proof.json')
  await writeFile(path, JSON.stringify(file))
  const args = ['--email', OWN.email, '--key', LOG_VKEY, '--cash', '1204.50', ...options]
  const { status, stdout } = spawnSync(
    process.execPath,
    ['scripts/verify-proof.mjs', path, ...args],
    { encoding: 'utf8' },
  )

  return { code: status, stdout }
}
const countInBrowser = (file: ProofFile) =>
  checkProofFile(file, {
    email: OWN.email,
    amounts: AMOUNTS,
    keys: [parseVkey(LOG_VKEY)],
    witnesses: parseFileKeys(file).witnesses,
  }).checkpoint.cosignatures.length

test('Witnesses of the file are said to be its own, and those that the reader names are counted', async () => {
  const file = signBy(FIRST, SECOND)
  const byFile = await runScript(file)
  expect(byFile.code).toBe(0)
  expect(byFile.stdout).toContain('2 witnesses cosigned it by the keys in this file')
  expect(byFile.stdout).toContain('--witness')

  const byReader = await runScript(file, '--witness', formatVkey(FIRST), '--min-witnesses', '1')
  expect(byReader).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('cosigned by 1 of the 1 witnesses that you named'),
  })
  expect(countInBrowser(file)).toBe(2)
})

test('A witness that the reader named and that didn’t sign is missed', async () => {
  const both = ['--witness', formatVkey(FIRST), '--witness', formatVkey(SECOND)]
  expect(await runScript(signBy(FIRST), ...both)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('cosigned by 1 of the 2 witnesses that you named'),
  })
  expect(await runScript(signBy(FIRST), ...both, '--min-witnesses', '2')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^WRONG {2}only 1 of the witnesses that you named/),
  })
})

test.each([
  ['witnesses of the file alone', '1'],
  ['no number', 'two'],
  ['a fraction', '0.5'],
])('A smallest number of witnesses is refused for %s', async (what, min) => {
  const own = what === 'witnesses of the file alone' ? [] : ['--witness', formatVkey(FIRST)]
  const { code, stdout } = await runScript(signBy(FIRST), ...own, '--min-witnesses', min)
  expect(code).toBe(1)
  expect(stdout).toContain('--min-witnesses')
})

test.each<[what: string, count: number, keys: SigningKey[]]>([
  ['One witness with two keys is', 1, [FIRST, FIRST_BY_ML_DSA]],
  ['One key under two names is', 1, [FIRST, renameKey(FIRST, SECOND.name)]],
  ['A key of the log under another name is', 0, [renameKey(LOG_KEY, 'third.example/witness')]],
  ['Another key under the name of the log is', 0, [renameKey(SECOND, ORIGIN)]],
  ['The key of the log is', 0, [LOG_KEY]],
])('%s counted as %i witnesses', async (_, count, keys) => {
  const file = signBy(...keys)
  expect(countInBrowser(file)).toBe(count)
  const witnesses = count === 1 ? '1 witness' : `${count} witnesses`
  expect((await runScript(file)).stdout).toContain(`${witnesses} cosigned it by the keys in`)

  const named = keys.flatMap((key) => ['--witness', formatVkey(key)])
  const byReader = await runScript(file, ...named, '--min-witnesses', String(count + 1))
  expect(byReader).toMatchObject({ code: 1, stdout: expect.stringContaining(`only ${count} of`) })
})
