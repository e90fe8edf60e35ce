import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatTilePath } from '#modules/transparency/model.ts'
import { readLogKeys } from '../../scripts/check-rows.mjs'
import { scratchFolder } from '../support/launcher.ts'
import { writeMadeUpLog } from '../support/made-up-log.ts'
import { readPageCommands } from '../support/page-commands.ts'

/** Above 256,000 entries bundles and tiles are in folders: 1,003 is `x001/003`. */
const SIZE = 1_003 * 256 + 7
const PATIENCE = 300_000
const run = promisify(execFile)
const page = readPageCommands('docs/operating/verifying.md')
const { path: folder, remove } = scratchFolder()
const served = join(folder, 'served')

/** The answer with the newest entry of a kind, of which the page reads these two fields. */
const NEWEST = { data: { entry: 'an entry', logProof: `index ${SIZE - 1}\n` } }

/** Answers as curl does, from the files below `served`; a tile without a file is empty. */
const CURL = `#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    -o) out=$2; shift ;;
    */api/transparency/log*) name=newest ;;
    http*) name=\${1#*/open-books/log/} ;;
  esac
  shift
done
file=${served}/$name
echo "$name" >> ${folder}/requested
[ -n "$out" ] && mkdir -p "$(dirname "$out")" && exec > "$out"
[ -e "$file" ] || exit 0
exec cat "$file"
`

beforeAll(() => {
  writeMadeUpLog(
    served,
    Array.from({ length: SIZE }, (_, at) => ({ kind: 'text', subject: `${at}`, body: {} })),
  )
  writeFileSync(join(served, 'vkeys'), 'the first key\nthe second key\n')
  writeFileSync(join(served, 'newest'), JSON.stringify(NEWEST))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/curl'), CURL)
  chmodSync(join(folder, 'bin/curl'), 0o755)
  writeFileSync(join(folder, 'read-log'), '#!/bin/sh\necho ACCEPTED\n')
  chmodSync(join(folder, 'read-log'), 0o755)
}, PATIENCE)
afterAll(remove)

/** Runs the commands of verifying.md that contain a line, and returns what they requested. */
async function follow(line: string): Promise<string[]> {
  writeFileSync(join(folder, 'requested'), '')
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
  await run('sh', ['-e', '-c', page.find(line)], { cwd: folder, env: { ...process.env, PATH } })

  return readFileSync(join(folder, 'requested'), 'utf8').trim().split('\n')
}

test(
  'the mirror of verifying.md is whole for a log of more than 256,000 entries',
  async () => {
    const requested = await follow('mkdir -p mirror')
    expect(requested).toContain('tile/entries/x001/002')
    expect(requested.at(-1)).toBe('tile/entries/x001/003.p/7')
    expect(readLogKeys(join(folder, 'mirror')).size).toBe(SIZE)
  },
  PATIENCE,
)

test(
  'the folder for Go’s reader has every tile of each level of such a log',
  async () => {
    const requested = await follow('../read-log .')
    const expected: string[] = []
    for (let level = 0, count = SIZE; count > 0; level++, count = Math.floor(count / 256))
      for (let tile = 0; tile * 256 < count; tile++)
        expected.push(formatTilePath({ level, tile, width: Math.min(256, count - tile * 256) }))

    expect(requested.filter((name) => name.startsWith('tile/'))).toEqual(expected)
    expect(expected).toContain('tile/0/x001/003.p/7')
    expect(expected).toContain('tile/2/000.p/3')
    expect(readdirSync(join(folder, 'log/tile/0'))).toContain('x001')
    expect(readdirSync(join(folder, 'log/plain'))).toEqual([`${SIZE - 1}`])
  },
  PATIENCE,
)
