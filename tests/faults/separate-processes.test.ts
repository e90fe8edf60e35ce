import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { runScript, scratchFolder } from '../support/launcher.ts'

const scratch = scratchFolder()
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  scratch.remove()
  await database.close()
})

test('Apart they need a database of the operator’s own, and say so by its name', async () => {
  for (const name of ['web', 'worker']) {
    const { code, output } = await runScript(name, [], { DATA_DIR: join(scratch.path, 'none') })
    expect({ name, code }).toEqual({ name, code: 1 })
    expect(output).toContain(`npm run ${name} needs DATABASE_URL`)
    expect(output).not.toContain('    at ')
  }
})

test('a worker without PUBLIC_URL is refused: the links of its mails would lead nowhere', async () => {
  const { code, output } = await runScript('worker', [], {
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: join(scratch.path, 'none'),
  })
  expect(code).toBe(1)
  expect(output).toContain('npm run worker needs PUBLIC_URL')
  expect(output).not.toContain('    at ')
})

test('The doctor says each thing that is wrong in a line, and ends with 1', async () => {
  const DATABASE_URL = database.ownerUrl
  await database.owner.query(
    "insert into backup_made values ('bak_00000000000000000000', '2026-01-01', 'dump', 1, 0)",
  )

  const { code, output } = await runScript('doctor', [], {
    DATABASE_URL,
    DATA_DIR: join(scratch.path, 'none'),
    SMTP_URL: 'smtp://user:hush-hush@127.0.0.1:9',
  })

  expect(code).toBe(1)
  expect(output).toMatch(/^WRONG +mail +127\.0\.0\.1 doesn't accept email/m)
  expect(output).toMatch(/^WRONG +roles +\w+ is a superuser/m)
  expect(output).toMatch(/^WRONG +backup-old +Backup overdue/m)
  expect(output).toMatch(/^good +migrations +all \d+/m)
  expect(output).toMatch(/^good +leader +this server, timeline \d+/m)
  expect(output).toMatch(/^WRONG +PUBLIC_URL +not set; links in emails would lead to/m)
  expect(output).not.toContain('hush-hush')
  expect(output).not.toContain(new URL(DATABASE_URL).password || 'no password')
})

test('The doctor says in a line that the database is down.', async () => {
  const { code, output } = await runScript('doctor', [], {
    DATABASE_URL: 'postgres://candor_server:hush-hush@127.0.0.1:9/candor',
    DATA_DIR: join(scratch.path, 'none'),
  })

  expect(code).toBe(1)
  expect(output).toMatch(/^WRONG +database +can't be checked\. Is DATABASE_URL right/m)
  expect(output).not.toMatch(/^ +at |hush-hush|backup-old/m)
})

test('the operator resets the only owner after naming the address twice', async () => {
  // a database of its own: with a person in it, it is given no sample people
  const { ownerUrl, close: closeDatabase } = await testDatabase()
  onTestFinished(closeDatabase)

  const resetEnvironment = {
    DATABASE_URL: ownerUrl,
    DATA_DIR: join(scratch.path, 'reset'),
  }
  const { app, close } = await openApp(readConfig({ ...resetEnvironment, LOG_LEVEL: 'silent' }))
  const { email, label } = (await createTestAdmin(app)).admin

  await close()

  const reset = (typed: string) => runScript('reset-admin', [email], resetEnvironment, typed)
  expect(await reset('another@example.com')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was changed.'),
  })

  const { code, output } = await reset(email)
  expect(code).toBe(0)
  expect(output).toContain(
    `The access of ${label} (owner) was reset. Other admins notified by email: 0.`,
  )
  expect(output).toMatch(/^http:\/\/localhost:3000\/reset-password\/[\w-]{43}\?staff$/m)
})
