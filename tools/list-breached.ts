import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD_MAX, PASSWORD_MIN } from '../src/modules/identity/model.ts'
import { computeBreachedDigest } from '../src/platform/auth/breached-passwords.ts'

const FILE = join(import.meta.dirname, '../src/platform/auth/breached-passwords.bin')

/** Returns the digests of the passwords of a list that have an accepted length, in order. */
function computeDigests(list: string): Buffer[] {
  const hasLength = (text: string) =>
    [...text].length >= PASSWORD_MIN && [...text].length <= PASSWORD_MAX
  const plain = new Set(list.toLowerCase().split(/\r?\n/).filter(hasLength))

  return [...plain].map(computeBreachedDigest).sort(Buffer.compare)
}

/** Writes the list from a file with one password a line: `node tools/list-breached.ts LIST`. */
function main(path: string) {
  const digests = computeDigests(readFileSync(path, 'utf8'))
  writeFileSync(FILE, Buffer.concat(digests))
  console.log(`${digests.length} passwords of ${PASSWORD_MIN} characters or more`)
}

main(process.argv[2] ?? '')
