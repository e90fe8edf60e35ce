import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleGuard } from './bundle-guard.ts'

const SCREEN = 'src/modules/deposits/screens/member/deposit.ts'
const COMMAND = 'src/modules/deposits/commands/confirm-deposit.ts'
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-bundle-'))
  write(
    'architecture.cjs',
    `module.exports = require(${JSON.stringify(join(process.cwd(), 'architecture.cjs'))})`,
  )

  write(
    COMMAND,
    'export const confirmDeposit = () => globalThis.secret\nexport type Confirmed = { id: string }',
  )
  write('index.html', `<script type="module" src="/${SCREEN}"></script>`)
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const buildClient = () =>
  build({ root, configFile: false, logLevel: 'silent', plugins: [bundleGuard(root)] })

test('A client build with the bytes of a command fails and names the file', async () => {
  write(
    SCREEN,
    'import { confirmDeposit } from ' +
      `'../../commands/confirm-deposit'\nconsole.log(confirmDeposit())`,
  )

  await expect(buildClient()).rejects.toThrow(`${COMMAND} in assets/`)
})

test('A client build that takes only a type of a command passes', async () => {
  write(
    SCREEN,
    `import type { Confirmed } from '../../commands/confirm-deposit'\nconsole.log({} as Confirmed)`,
  )
  await expect(buildClient()).resolves.toBeDefined()
})

test('A server import that is shaken out of the client build passes', async () => {
  write(
    SCREEN,
    `import { confirmDeposit } from '../../commands/confirm-deposit'\nconsole.log('screen')`,
  )
  await expect(buildClient()).resolves.toBeDefined()
})
