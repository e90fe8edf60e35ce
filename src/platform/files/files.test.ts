import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ObjectStorage, openObjectStorage } from '../../../tests/support/object-storage.ts'
import { createDiskFiles } from './disk-files.ts'
import { FileMissing, type Files } from './files.ts'
import { createS3Files } from './s3-files.ts'

let folder: string
let storage: ObjectStorage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-files-'))
  storage = await openObjectStorage()
})
afterAll(async () => {
  await storage.close()
  await rm(folder, { recursive: true, force: true })
})

const encode = (text: string) => new TextEncoder().encode(text)
const listKeys = async (files: Files, inFolder?: string) => {
  const keys: string[] = []
  for await (const { key } of files.list(inFolder)) keys.push(key)
  return keys.sort()
}

test('a folder that cannot be read is an error, not an empty one', async () => {
  const path = join(folder, 'no-folder')
  await writeFile(path, 'a file')
  await expect(listKeys(createDiskFiles(path))).rejects.toThrow('ENOTDIR')
})

describe.each([
  ['a folder', () => createDiskFiles(folder)],
  ['a bucket', () => createS3Files(storage.options, 'files')],
])('files in %s', (_where, open) => {
  test('what is written is read byte by byte, replaced by a later write, and deleted', async () => {
    const files = open()
    const first = randomBytes(700_001)

    await files.write('proofs/prf_1', first)
    expect(Buffer.compare(await files.read('proofs/prf_1'), first)).toBe(0)

    await files.write('proofs/prf_1', encode('second'))
    expect(Buffer.from(await files.read('proofs/prf_1')).toString()).toBe('second')

    await files.remove('proofs/prf_1')
    await expect(files.read('proofs/prf_1')).rejects.toThrow(FileMissing)
    await files.remove('proofs/prf_1')
  })

  test('a file that was never written is missing, and so is each in an absent folder', async () => {
    await expect(open().read('absent/one')).rejects.toThrow(FileMissing)
    expect(await listKeys(open(), 'absent')).toEqual([])
  })

  test('a folder lists its own files with size and time, and no folder lists all', async () => {
    const files = open()
    const begun = Date.now() - 2_000
    for (const key of ['cvs/cv_1', 'cvs/cv_2', 'cvs_more/cv_3', 'cvs/deep/cv_4', 'top'])
      await files.write(key, encode(key))

    expect(await listKeys(files, 'cvs')).toEqual(['cvs/cv_1', 'cvs/cv_2'])
    expect(await listKeys(files)).toEqual([
      'cvs/cv_1',
      'cvs/cv_2',
      'cvs/deep/cv_4',
      'cvs_more/cv_3',
      'top',
    ])

    for await (const { key, bytes, changedAt } of files.list()) {
      expect(bytes).toBe(key.length)
      expect(changedAt.getTime()).toBeGreaterThan(begun)
      expect(changedAt.getTime()).toBeLessThanOrEqual(Date.now() + 2_000)
    }
  })

  test('no key leads out of the storage or needs an escape', async () => {
    const files = open()
    for (const key of ['../out', '/etc/passwd', 'a//b', 'a/../b', 'A', 'a.b', 'a b', 'a/', '']) {
      await expect(async () => files.write(key, encode('x')), key).rejects.toThrow('a file key')
      await expect(async () => files.read(key), key).rejects.toThrow('a file key')
      await expect(async () => files.remove(key), key).rejects.toThrow('a file key')
    }
  })

  test('of two writes at once one remains, complete', async () => {
    const files = open()
    const contents = [1, 2].map((fill) => new Uint8Array(200_000).fill(fill))

    await Promise.allSettled(contents.map((content) => files.write('evidence/evd_1', content)))

    const stored = await files.read('evidence/evd_1')
    expect(contents.some((content) => Buffer.compare(stored, content) === 0)).toBe(true)
  })

  test('deleting the remains of writes deletes no complete file', async () => {
    const files = open()
    await files.write('exports/exp_1', encode('whole'))
    await files.deletePartialWrites('exports', new Date(Date.now() + 60_000))
    expect(await listKeys(files, 'exports')).toEqual(['exports/exp_1'])
  })
})
