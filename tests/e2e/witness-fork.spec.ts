import { createServer, type Server } from 'node:http'
import { deriveSigningKey } from '#modules/transparency/adapters/log-keys.ts'
import { ED25519_COSIGNATURE, formatVkey } from '#modules/transparency/model.ts'
import { freePort, type LaunchedProcess, launch, scratchFolder } from '../support/launcher.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

const NAME = 'witness.example'
/** Witnesses are requested each minute, and health checks run each minute. */
const PATIENCE_MS = 240_000

const port = await freePort()
let witness: Server
let installation: LaunchedProcess
const { path: dataDir, remove } = scratchFolder()

test.describe('A witness that has seen another history', DEEP_ONLY, () => {
  test.use({ baseURL: `http://localhost:${port}` })

  test.beforeAll(async () => {
    test.setTimeout(PATIENCE_MS)
    // c2sp.org/tlog-witness: 422 says that the proof doesn't lead from what it saw to this checkpoint
    witness = createServer((_, response) => response.writeHead(422).end())
    const witnessPort = await freePort()
    await new Promise<void>((resolve) => witness.listen(witnessPort, '127.0.0.1', resolve))
    const key = deriveSigningKey('a witness', 'witness', NAME, ED25519_COSIGNATURE)
    const LOG_WITNESSES = `${formatVkey(key)} http://127.0.0.1:${witnessPort}`
    const environment = { LOG_WITNESSES, TRUST_PROXY: '1' }
    installation = await launch({ dataDir, port, environment })
    await installation.ready()
  })
  test.afterAll(async () => {
    installation?.interrupt()
    await installation?.exitCode()
    witness?.close()
    remove()
  })

  test('is shown to every visitor on the open books, and to staff until it is explained.', async ({
    page,
  }) => {
    test.setTimeout(2 * PATIENCE_MS)
    const warning = page.getByText(`${NAME} reports another history of this log`)
    await expect(async () => {
      await page.goto('/transparency')
      await expect(warning).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: PATIENCE_MS })
    await expect(page.getByText('cosigned by 0 of 1 independent witnesses')).toBeVisible()
    await expect(page.getByText('Don’t make a deposit until this is explained')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)

    await logInAdmin(page, 'ruth@example.com')
    await expect(async () => {
      await page.goto('/admin-dashboard/jobs')
      await expect(
        page.getByText(`The witness ${NAME} has seen another history of the log.`).first(),
      ).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: PATIENCE_MS })
    await expect(page.getByText('Witness of the transparency log').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})
