import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { checkBackup, listContents, NAMES } from '../../scripts/backup-contents.js'
import { packCluster, unpackCluster } from '../../scripts/cluster-files.js'
import { scratchFolder } from '../support/launcher.ts'

const scratch = scratchFolder()
afterAll(() => scratch.remove())

const ZEROS = Buffer.alloc(1_500)
const REFUSED = /has a link or a path outside itself/

let made = 0
/** A folder with one file full of zeros, and an empty one to unpack into. */
function makePlace() {
  const place = join(scratch.path, String(++made))
  for (const name of ['from/base', 'to']) mkdirSync(join(place, name), { recursive: true })
  writeFileSync(join(place, 'from/base/1'), ZEROS, { mode: 0o644 })
  return { from: join(place, 'from'), to: join(place, 'to'), archive: join(place, 'tar.gz'), place }
}

/** Packs what `packCluster` never would. */
const pack = (archive: string, from: string, ...args: string[]) =>
  execFileSync('tar', ['-cPzf', archive, `--directory=${from}`, ...args])

test('An archive is unpacked as it was packed, for its owner alone', async () => {
  const { from, to, archive } = makePlace()
  mkdirSync(join(from, 'empty'))
  await packCluster(from, archive)
  expect(statSync(archive).mode & 0o777).toBe(0o600)

  await unpackCluster(archive, to)
  expect(readdirSync(to).sort()).toEqual(['base', 'empty'])
  expect(readFileSync(join(to, 'base/1'))).toEqual(ZEROS)
  expect(statSync(join(to, 'base/1')).mode & 0o777).toBe(0o600)
  expect(statSync(join(to, 'base')).mode & 0o777).toBe(0o700)
})

test('a link, a path outside and a repeated name are refused, without a change', async () => {
  const links = makePlace()
  symlinkSync('/etc/passwd', join(links.from, 'link'))
  pack(links.archive, links.from, '.')
  await expect(unpackCluster(links.archive, links.to)).rejects.toThrow(REFUSED)
  expect(readdirSync(links.to)).toEqual([])

  for (const name of ['/tmp/candor-outside', '../outside', 'base/../../outside', '..']) {
    const { from, to, archive, place } = makePlace()
    pack(archive, from, `--transform=s,^base/1$,${name},`, 'base/1')
    await expect(unpackCluster(archive, to), name).rejects.toThrow(REFUSED)
    expect(readdirSync(to), name).toEqual([])
    expect(readdirSync(place).sort(), name).toEqual(['from', 'tar.gz', 'to'])
  }

  const twice = makePlace()
  pack(twice.archive, twice.from, '--hard-dereference', 'base/1', 'base/1')
  await expect(unpackCluster(twice.archive, twice.to)).rejects.toThrow('File exists')
})

test('a truncated archive is refused, also between two files full of zeros', async () => {
  const { from, to, archive, place } = makePlace()
  writeFileSync(join(from, 'base/2'), ZEROS)
  const backup = join(place, 'backup')
  mkdirSync(backup)
  pack(archive, from, 'base/1', 'base/2')
  const packed = readFileSync(archive)

  const part = join(backup, NAMES.archive)
  for (const bytes of [packed.length - 20, packed.length - 4, 50, 0]) {
    writeFileSync(part, packed.subarray(0, bytes))
    await expect(unpackCluster(part, to), `${bytes} bytes`).rejects.toThrow("can't be read")
  }

  writeFileSync(part, packed)
  const contents = await listContents(backup)
  writeFileSync(join(backup, NAMES.manifest), JSON.stringify({ format: 1, contents }))
  expect((await checkBackup(backup)).contents).toEqual(contents)

  // tar reads these without a complaint: the backup's own hash refuses them
  const [whole, file] = [gunzipSync(packed), 512 + 1_536]
  for (const bytes of [100, 512, file - 600, file, file + 512, 2 * file]) {
    writeFileSync(part, gzipSync(whole.subarray(0, bytes)))
    await expect(checkBackup(backup), `${bytes} bytes`).rejects.toThrow('was changed')
  }
})
