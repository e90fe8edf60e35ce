import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../tests/support/launcher.ts'
import {
  type Interception,
  type ObjectStorage,
  openObjectStorage,
} from '../../../tests/support/object-storage.ts'
import { FileDamaged, FileMissing, FileStorageUnavailable } from './files.ts'
import { createS3Files } from './s3-files.ts'
import type { S3Options } from './s3-options.ts'
import { probeS3 } from './s3-probe.ts'
import { buildAddress } from './s3-requests.ts'

let storage: ObjectStorage
beforeAll(async () => {
  storage = await openObjectStorage()
})
afterAll(() => storage.close())
afterEach(() => {
  storage.intercept(null)
  storage.setPublic(false)
  storage.addHeaders({})
})

const open = (changes: Partial<S3Options> = {}) =>
  createS3Files({ ...storage.options, ...changes }, 'files')
const encode = (text: string) => new TextEncoder().encode(text)
const readText = async (key: string) => Buffer.from(await open().read(key)).toString()
const readError = async (work: Promise<unknown>): Promise<Error> =>
  await work.then(
    () => new Error('it worked'),
    (error: Error) => error,
  )

/** Applies an interception to the first requests only. */
const firstTimes = (count: number, interception: Interception): Interception => {
  let left = count
  return (request, response) => left-- > 0 && interception(request, response)
}

const answerStatus =
  (status: number, body = ''): Interception =>
  (request, response) => {
    request.resume()
    response.writeHead(status).end(body)
    return true
  }

/** Sends a part of a longer answer and breaks the connection. */
const truncate: Interception = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('only the beginning', () => response.destroy())
  return true
}

test('Wrong keys and a missing bucket are named, without the secret, storing nothing', async () => {
  const wrong: [Partial<S3Options>, string][] = [
    [{ secretAccessKey: 'not-the-secret' }, 'SignatureDoesNotMatch, S3_SECRET_ACCESS_KEY'],
    [{ accessKeyId: 'STRANGER' }, 'InvalidAccessKeyId, S3_ACCESS_KEY_ID is not accepted'],
    [{ bucket: 'no-such-bucket' }, 'NoSuchBucket, there is no such bucket'],
  ]

  for (const [changes, reason] of wrong) {
    const files = open(changes)
    const list = async () => {
      for await (const _file of files.list('keys')) break
    }

    for (const attempt of [
      () => files.write('keys/one', encode('x')),
      () => files.read('keys/one'),
      () => files.remove('keys/one'),
      list,
    ]) {
      const error = await readError(attempt())
      expect(error).toBeInstanceOf(FileStorageUnavailable)
      expect(error.message).toContain(reason)
      expect(error.message).not.toContain('not-the-secret')
    }
  }

  await expect(open().read('keys/one')).rejects.toThrow(FileMissing)
})

test('A storage that can’t be reached is named, and nothing is lost', async () => {
  await open().write('reach/one', encode('stays'))

  const port = await freePort()
  const unreachable = open({ endpoint: `http://127.0.0.1:${port}` })
  for (const attempt of ['read', 'remove'] as const) {
    const error = await readError(unreachable[attempt]('reach/one'))
    expect(error).toBeInstanceOf(FileStorageUnavailable)
    expect(error.message).toContain(`127.0.0.1:${port}: ECONNREFUSED`)
  }

  expect(await readText('reach/one')).toBe('stays')
})

test('A storage that never answers is given up, each try in its time', async () => {
  storage.intercept(() => true)
  const begun = performance.now()

  const error = await readError(open({ timeoutMs: 150 }).read('silent/one'))

  expect(error).toBeInstanceOf(FileStorageUnavailable)
  expect(error.message).toContain('no complete answer in time')
  expect(performance.now() - begun).toBeLessThan(8_000)
})

test('A truncated answer is requested again, and is never returned', async () => {
  await open().write('truncated/one', encode('the whole content'))

  storage.intercept(firstTimes(1, truncate))
  expect(await readText('truncated/one')).toBe('the whole content')

  storage.intercept(truncate)
  await expect(open().read('truncated/one')).rejects.toThrow(FileStorageUnavailable)

  storage.intercept(null)
  expect(await readText('truncated/one')).toBe('the whole content')
})

test('Changed bytes are reported as damaged, with both hashes, and are not deleted', async () => {
  await open().write('damaged/one', encode('as it was uploaded'))
  const path = storage.resolvePath('files/damaged/one')
  writeFileSync(path, 'as it was Uploaded')

  const error = await readError(open().read('damaged/one'))

  expect(error).toBeInstanceOf(FileDamaged)
  expect(error.message).toMatch(/its SHA-256 is [0-9a-f]{64} instead of [0-9a-f]{64}/)
  expect(readFileSync(path, 'utf8')).toBe('as it was Uploaded')
})

test('An object of another program states no checksum and is not returned', async () => {
  const path = storage.resolvePath('files/strange/one')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'from elsewhere')

  await expect(open().read('strange/one')).rejects.toThrow('it states no checksum')
})

test('A transient failure is repeated; any other answer is not', async () => {
  for (const status of [500, 503, 429]) {
    storage.intercept(firstTimes(2, answerStatus(status)))
    await open().write(`again/s${status}`, encode('stored'))
    expect(await readText(`again/s${status}`)).toBe('stored')
  }

  for (const [status, tries] of [
    [503, 3],
    [403, 1],
    [301, 1],
  ] as const) {
    storage.intercept(answerStatus(status))
    const before = storage.requests.length
    const error = await readError(open().write('again/never', encode('x')))
    expect(error).toBeInstanceOf(FileStorageUnavailable)
    expect(error.message).toContain(`answered ${status}`)
    expect(storage.requests.length - before).toBe(tries)
  }
})

test('A 404 of something else than the storage is no missing file', async () => {
  await open().write('found/one', encode('x'))
  storage.intercept(answerStatus(404, '<html>not found</html>'))

  await expect(open().read('found/one')).rejects.toThrow(FileStorageUnavailable)
  await expect(open().remove('found/one')).rejects.toThrow(FileStorageUnavailable)
})

test('An answer without an end is cut off at its limit', async () => {
  storage.intercept((_request, response) => {
    const chunk = Buffer.alloc(256 * 1024, 'x')
    const send = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.writeHead(200)
    response.on('drain', send)
    send()
    return true
  })

  const error = await readError(
    (async () => {
      for await (const _file of open().list('endless')) break
    })(),
  )
  expect(error).toBeInstanceOf(FileStorageUnavailable)
  expect(error.message).toContain('the answer has more than 4194304 bytes')
})

test('A list continues over its pages, and ends where a page brings nothing new', async () => {
  const path = storage.resolvePath('files/pages/f')
  mkdirSync(dirname(path), { recursive: true })
  for (let number = 0; number < 1_203; number += 1)
    writeFileSync(storage.resolvePath(`files/pages/f${number}`), 'x')

  const keys = new Set<string>()
  for await (const { key } of open().list('pages')) keys.add(key)
  expect(keys.size).toBe(1_203)

  storage.intercept(
    answerStatus(200, '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'),
  )
  await expect(async () => {
    for await (const _file of open().list('pages'));
  }).rejects.toThrow('its list does not end')
})

test('Installations with different prefixes do not see each other', async () => {
  const [one, other] = [open({ prefix: 'one/' }), open({ prefix: 'other/' })]
  await one.write('shared/same', encode('of one'))

  await expect(other.read('shared/same')).rejects.toThrow(FileMissing)
  for await (const { key } of other.list()) expect(key).toBe('none')
})

test('Encryption is requested where configured, and each file with its checksum', async () => {
  await open({ encryption: 'AES256' }).write('encrypted/one', encode('x'))
  expect(storage.lastHeaders()).toMatchObject({
    'x-amz-server-side-encryption': 'AES256',
    'x-amz-meta-sha256': '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
    'x-amz-content-sha256': '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
  })

  await open().write('encrypted/two', encode('x'))
  expect(storage.lastHeaders()).not.toHaveProperty('x-amz-server-side-encryption')
})

test('The bucket is part of the path, or of the host name', () => {
  const where = { endpoint: 'https://s3.example:9000', bucket: 'files-of-ours' }
  expect(buildAddress({ ...where, isPathStyle: true }, 'files/a/b')).toBe(
    'https://s3.example:9000/files-of-ours/files/a/b',
  )
  expect(buildAddress({ ...where, isPathStyle: false }, 'files/a/b')).toBe(
    'https://files-of-ours.s3.example:9000/files/a/b',
  )
  expect(buildAddress({ ...where, isPathStyle: true }, '', { prefix: 'a/' })).toBe(
    'https://s3.example:9000/files-of-ours?prefix=a%2F',
  )
})

test('The probe leaves nothing and reports a public bucket and one with versions', async () => {
  const before = storage.requests.length
  expect(await probeS3(storage.options)).toEqual({ isPublic: false, hasVersions: false })
  expect(storage.requests.slice(before).map((line) => line.split(' ')[0])).toEqual([
    'PUT',
    'GET',
    'GET',
    'GET',
    'DELETE',
    'GET',
  ])

  storage.setPublic(true)
  storage.addHeaders({ 'x-amz-version-id': 'v1' })
  expect(await probeS3(storage.options)).toEqual({ isPublic: true, hasVersions: true })
})

test('The probe reports a bucket that deletes nothing', async () => {
  storage.intercept(
    (request, response) => request.method === 'DELETE' && answerStatus(204)(request, response),
  )
  await expect(probeS3(storage.options)).rejects.toThrow('a deleted file can still be read')
})
