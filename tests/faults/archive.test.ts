import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import tar, { type Headers } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { listArchive, unpack } from '../../scripts/tar.js'
import { scratchFolder } from '../support/launcher.ts'

const scratch = scratchFolder()
afterAll(() => scratch.remove())

const ZEROS = Buffer.alloc(1_500)

/** What an archive of these entries, each full of zeros, holds. */
async function packArchive(...entries: Headers[]): Promise<Buffer> {
  const pack = tar.pack()
  for (const entry of entries) {
    const holds = (entry.type ?? 'file') === 'file'
    pack.entry({ ...entry, size: holds ? ZEROS.length : 0 }, holds ? ZEROS : '')
  }

  pack.finalize()

  return await buffer(pack)
}

let made = 0
async function writeArchive(content: Uint8Array) {
  const place = join(scratch.path, String(++made))
  mkdirSync(join(place, 'to'), { recursive: true })
  writeFileSync(join(place, 'tar.gz'), content)
  return { archive: join(place, 'tar.gz'), to: join(place, 'to'), place }
}

test('An archive is listed and unpacked as it was packed, for its owner alone', async () => {
  const content = await packArchive(
    { name: 'base/', type: 'directory', mode: 0o777 },
    { name: './base/1', mode: 0o644 },
  )
  const { archive, to } = await writeArchive(gzipSync(content))
  expect([...(await listArchive(archive))]).toMatchObject([['base/1', { bytes: ZEROS.length }]])

  await unpack(archive, to)
  expect(readFileSync(join(to, 'base/1'))).toEqual(ZEROS)
  expect(statSync(join(to, 'base/1')).mode & 0o777).toBe(0o600)
})

test('a link, a path outside and a repeated name are refused, without a change', async () => {
  const wrong: Headers[] = [
    ...(['symlink', 'link'] as const).map((type) => ({
      name: 'base/1',
      type,
      linkname: '/etc/passwd',
    })),
    ...['/tmp/candor-outside', '../outside', 'base/../../outside'].map((name) => ({ name })),
  ]

  for (const entry of wrong) {
    const { archive, to, place } = await writeArchive(
      gzipSync(await packArchive({ name: 'good' }, entry)),
    )
    const refused = /has a link in it|names a file outside itself/
    await expect(unpack(archive, to), entry.name).rejects.toThrow(refused)
    await expect(listArchive(archive), entry.name).rejects.toThrow(refused)
    expect(() => statSync(join(place, 'outside'))).toThrow('ENOENT')
  }

  const { archive, to } = await writeArchive(
    gzipSync(await packArchive({ name: 'base' }, { name: 'base' })),
  )
  await expect(unpack(archive, to)).rejects.toThrow('EEXIST')
})

test('a truncated archive is refused, also between two files full of zeros', async () => {
  const whole = await packArchive({ name: 'one' }, { name: 'two' })
  const file = 512 + 1_536

  for (const bytes of [100, 512, file - 600, file, file + 512, 2 * file]) {
    const { archive } = await writeArchive(gzipSync(whole.subarray(0, bytes)))
    await expect(listArchive(archive), `${bytes} bytes`).rejects.toThrow(/cut off|Unexpected end/)
  }

  const { archive } = await writeArchive(gzipSync(whole).subarray(0, -20))
  await expect(listArchive(archive)).rejects.toThrow('unexpected end of file')
})
