import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ObjectStorage, openObjectStorage } from '../../../tests/support/object-storage.ts'
import { copyFiles } from './copy-files.ts'
import { createDiskFiles } from './disk-files.ts'
import { FileStorageUnavailable } from './files.ts'
import { createS3Files } from './s3-files.ts'

const COUNT = 30

const folder = mkdtempSync(join(tmpdir(), 'candor-copy-'))
let storage: ObjectStorage
beforeAll(async () => {
  storage = await openObjectStorage()
  for (let number = 0; number < COUNT; number += 1)
    await createDiskFiles(folder).write(`proofs/prf_${number}`, Buffer.from(`proof ${number}`))
  writeFileSync(join(folder, 'proofs/prf_half.part'), 'half')
})
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const openBucket = () => createS3Files(storage.options, 'files')

test('An interrupted copy is continued by the next one, which copies the rest', async () => {
  let uploads = 0
  storage.intercept((request, response) => {
    if (request.method === 'PUT') uploads += 1
    if (uploads <= COUNT / 2) return false
    request.resume()
    response.writeHead(403).end()
    return true
  })
  await expect(copyFiles(createDiskFiles(folder), openBucket())).rejects.toThrow(
    FileStorageUnavailable,
  )

  storage.intercept(null)
  const { copied, present, different } = await copyFiles(createDiskFiles(folder), openBucket())
  expect(different).toEqual([])
  expect(copied + present).toBe(COUNT)
  expect(present).toBeGreaterThan(0)
  expect(copied).toBeGreaterThan(0)

  const before = storage.requests.filter((line) => line.startsWith('PUT')).length
  expect(await copyFiles(createDiskFiles(folder), openBucket())).toMatchObject({
    copied: 0,
    present: COUNT,
  })
  expect(storage.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(before)
})

test('A file with other bytes in the bucket is named and not replaced', async () => {
  await openBucket().write('proofs/prf_1', Buffer.from('another'))
  writeFileSync(storage.resolvePath('files/proofs/prf_2'), 'damaged')

  const { different, present } = await copyFiles(createDiskFiles(folder), openBucket())

  expect(different.sort()).toEqual(['proofs/prf_1', 'proofs/prf_2'])
  expect(present).toBe(COUNT - 2)
  expect(Buffer.from(await openBucket().read('proofs/prf_1')).toString()).toBe('another')
})

test('A copy that does not arrive as it was sent is named', async () => {
  await createDiskFiles(folder).write('proofs/prf_new', Buffer.from('new'))
  storage.intercept((request) => {
    if (request.method === 'GET' && storage.requests.at(-2)?.startsWith('PUT'))
      writeFileSync(storage.resolvePath('files/proofs/prf_new'), 'nEw')
    return false
  })

  const { different } = await copyFiles(createDiskFiles(folder), openBucket())
  expect(different).toContain('proofs/prf_new')
})

test('Files can be copied back into a folder', async () => {
  storage.intercept(null)
  const back = join(folder, 'back')
  const clean = createS3Files({ ...storage.options, prefix: 'clean/' }, 'files')
  await clean.write('cvs/cv_1', Buffer.from('cv'))

  expect(await copyFiles(clean, createDiskFiles(back))).toEqual({
    copied: 1,
    present: 0,
    bytes: 2,
    different: [],
  })
  expect(Buffer.from(await createDiskFiles(back).read('cvs/cv_1')).toString()).toBe('cv')
})
