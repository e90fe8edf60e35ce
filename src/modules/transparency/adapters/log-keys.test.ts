import { expect, test } from 'vitest'
import {
  checkLogProof,
  createTreeReader,
  ED25519,
  ED25519_COSIGNATURE,
  formatCheckpointText,
  formatLogProof,
  formatVkey,
  hashLeaf,
  listVkeyProblems,
  ML_DSA_44_COSIGNATURE,
  openCheckpoint,
  parseLogProof,
  parseVkey,
  type VerifierKey,
} from '../model.ts'
import {
  deriveSigningKey,
  getLogKeys,
  getWitnessKeys,
  type SigningKey,
  signCheckpoint,
  verifyAnySignature,
} from './log-keys.ts'

const AT = new Date('2026-11-26T09:00:00Z')
const SECRET = 'a secret of the test, long enough for one'
const settings = {
  PUBLIC_URL: 'https://books.example',
  SECRET,
  SECRET_BEFORE: [],
  LOG_KEY: undefined,
  LOG_KEY_BEFORE: [],
  WITNESS_KEY: undefined,
}
const origin = 'books.example/open-books/log'
const entry = new TextEncoder().encode('{"v":1}')
const checkpoint = { origin, size: 1, root: hashLeaf(entry) }
const text = formatCheckpointText(checkpoint)
const signNote = (keys: readonly SigningKey[]) =>
  `${text}\n${keys.map((key) => signCheckpoint(key, checkpoint, AT)).join('')}`
const toVerifier = (key: SigningKey): VerifierKey => parseVkey(formatVkey(key))

test('Log and witness sign by both algorithms, and each signature is verified by its vkey', () => {
  const keys = [...getLogKeys(settings), ...getWitnessKeys(settings)]
  expect(keys.map(({ type }) => type)).toEqual([
    ED25519,
    ML_DSA_44_COSIGNATURE,
    ED25519_COSIGNATURE,
    ML_DSA_44_COSIGNATURE,
  ])

  const opened = openCheckpoint(signNote(keys), keys.map(toVerifier), verifyAnySignature)
  expect(opened).toMatchObject({ origin, size: 1, text })
  expect(opened.signatures.map(({ key, at }) => [key.name, key.type, at?.getTime()])).toEqual([
    [origin, ED25519, undefined],
    [origin, ML_DSA_44_COSIGNATURE, AT.getTime()],
    ['books.example/open-books/witness', ED25519_COSIGNATURE, AT.getTime()],
    ['books.example/open-books/witness', ML_DSA_44_COSIGNATURE, AT.getTime()],
  ])
})

test('A browser verifies the signatures of Ed25519 and leaves the others out', () => {
  const keys = [...getLogKeys(settings), ...getWitnessKeys(settings)]
  const { signatures } = openCheckpoint(signNote(keys), keys.map(toVerifier))
  expect(signatures.map(({ key }) => key.type)).toEqual([ED25519, ED25519_COSIGNATURE])
})

test('A changed size, time or signature is refused, and an unknown key counts for nothing', () => {
  const keys = [...getLogKeys(settings), ...getWitnessKeys(settings)]
  const known = keys.map(toVerifier)
  const note = signNote(keys)
  const changed = note.replace('\n1\n', '\n2\n')
  expect(() => openCheckpoint(changed, known, verifyAnySignature)).toThrow('is wrong')
  for (const key of keys) {
    const line = signCheckpoint(key, checkpoint, AT)
    const at = line.length - 6
    const broken = `${line.slice(0, at)}${line[at] === 'A' ? 'B' : 'A'}${line.slice(at + 1)}`
    expect(() => openCheckpoint(`${text}\n${broken}`, known, verifyAnySignature)).toThrow(
      'is wrong',
    )
  }

  const stranger = deriveSigningKey('another secret', 'log', origin, ED25519)
  expect(openCheckpoint(signNote([stranger]), known).signatures).toEqual([])
})

test('A vkey whose name or key was changed is refused', () => {
  const vkey = formatVkey(getLogKeys(settings)[0])
  expect(() => parseVkey(vkey.replace('books', 'other'))).toThrow('damaged')
  expect(() => parseVkey('books.example')).toThrow('NAME+ID+KEY')
})

test('After a rotation both keys sign, so that a reader with the old key still verifies', () => {
  const [old] = getLogKeys(settings)
  const rotated = {
    ...settings,
    LOG_KEY: 'a key of its own, outside the database',
    LOG_KEY_BEFORE: [SECRET],
  }
  const keys = getLogKeys(rotated)
  expect(keys).toHaveLength(4)
  expect(keys[0].id).not.toBe(old.id)
  expect(openCheckpoint(signNote(keys), [toVerifier(old)]).signatures).toHaveLength(1)
})

test('A proof file is right for its entry alone, and needs the signature of the log', async () => {
  const keys = getLogKeys(settings)
  const known = { keys: keys.map(toVerifier), verify: verifyAnySignature }
  const hashes = await createTreeReader(1, async () => checkpoint.root).proveInclusion(0)
  const proof = parseLogProof(formatLogProof({ index: 0, hashes, checkpoint: signNote(keys) }))
  expect(checkLogProof(proof, entry, known).size).toBe(1)

  const other = new TextEncoder().encode('{"v":2}')
  expect(() => checkLogProof(proof, other, known)).toThrow('not in the log')
  const unsigned = { ...proof, checkpoint: signNote(getWitnessKeys(settings)) }
  expect(() => checkLogProof(unsigned, entry, known)).toThrow('not signed by its log')
})

test('An installation is no witness of its own log, and a damaged key is named', () => {
  const [key] = getWitnessKeys(settings)
  const vkey = formatVkey(toVerifier(key as SigningKey))
  const listProblems = (url: string, of = vkey) =>
    listVkeyProblems({
      PUBLIC_URL: 'https://books.example',
      LOG_WITNESSES: [{ vkey: of, url }],
    })

  expect(listProblems('https://witness.example/open-books/witness')).toEqual([])
  expect(listProblems('https://books.example/open-books/witness')).toEqual([
    'LOG_WITNESSES: https://books.example/open-books/witness is this installation; name witnesses ' +
      'of others',
  ])
  expect(listProblems('https://witness.example', `${vkey}x`)).toHaveLength(1)
})
