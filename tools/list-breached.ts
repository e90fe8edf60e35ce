import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD_MAX, PASSWORD_MIN } from '../src/modules/identity/model.ts'
import { BREACHED_BYTES } from '../src/platform/auth/breached-passwords.ts'

const FILE = join(import.meta.dirname, '../src/platform/auth/breached-passwords.ts')

/** The digests of the passwords of a list that are long enough to be taken here, in order. */
function computeDigests(list: string): Buffer[] {
  const lengths = (text: string) =>
    [...text].length >= PASSWORD_MIN && [...text].length <= PASSWORD_MAX
  const plain = new Set(list.toLowerCase().split(/\r?\n/).filter(lengths))
  return [...plain]
    .map((text) => createHash('sha256').update(text).digest().subarray(0, BREACHED_BYTES))
    .sort(Buffer.compare)
}

/**
 * Writes the digests anew from a list of passwords, one a line: `node tools/list-breached.ts
 * <list>`.
 */
function main(path: string) {
  const digests = computeDigests(readFileSync(path, 'utf8'))
  const text = readFileSync(FILE, 'utf8').replace(
    /(export const BREACHED =\s+')[\w+/=]*'/,
    (_, head: string) => `${head}${Buffer.concat(digests).toString('base64')}'`,
  )
  writeFileSync(FILE, text)
  console.log(`${digests.length} passwords of ${PASSWORD_MIN} characters or more`)
}

main(process.argv[2] ?? '')
