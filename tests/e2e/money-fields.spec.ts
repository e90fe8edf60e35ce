import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import routes from '../../src/routes.ts'
import { expect, signIn, test } from './support/sandbox.ts'

/** What each text becomes when the field is left; null where the field rejects it. */
const TYPED: readonly (readonly [text: string, sent: string | null])[] = [
  ['10000.000', null],
  ['1.005', null],
  ['1e3', null],
  ['-1', null],
  ['٣', null],
  ['1,000.50', '1000.50'],
]

/** A coin has more than two decimals: these are exact amounts of it. */
const EXACT_IN_COIN: Readonly<Record<string, string>> = {
  '10000.000': '10000.000',
  '1.005': '1.005',
}

/** The buttons that reveal a money field, in the order in which they are pressed. */
const OPENERS = [/^Edit /, /^Fund promotion/, /^Enter the balance .*USD|^Enter the balance/]

type Route = { path?: string | undefined; children?: Route[] | undefined }

const listPaths = (list: readonly Route[], above = ''): string[] =>
  list.flatMap(({ path, children }) => {
    const here = path === undefined ? above : `${above}/${path}`
    return children?.length ? listPaths(children, here) : [here]
  })

/** Returns every screen below a path, with the ids of sample rows in place of parameters. */
const listScreens = (start: string, ids: Readonly<Record<string, string>>) =>
  [...new Set(listPaths(routes))]
    .filter((path) => path === start || path.startsWith(`${start}/`))
    .filter((path) => !path.includes('*'))
    .map((path) =>
      Object.entries(ids).reduce((text, [pattern, id]) => text.replace(pattern, id), path),
    )

/** Returns the names of the money fields in the source. */
function listFieldNames(): string[] {
  const files = readdirSync('src/modules', { recursive: true, encoding: 'utf8' })
  const source = files
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join('src/modules', file), 'utf8'))
    .join('\n')

  const fields = [...source.matchAll(/<MoneyField\b([\s\S]*?)\/>/g)]
  return fields.map(([, props = '']) => /\bname="([^"]+)"/.exec(props)?.[1] ?? 'unnamed')
}

async function assertFields(page: Page): Promise<string[]> {
  const fields = page.locator('input[data-money]:visible')
  const names: string[] = []

  for (let index = 0; index < (await fields.count()); index += 1) {
    const field = fields.nth(index)
    const name = (await field.getAttribute('data-field')) ?? ''
    const isCoin = (await field.getAttribute('data-money')) !== 'USD'
    const hidden = field.locator('xpath=following-sibling::input[@type="hidden"]')
    names.push(name)

    for (const [text, plain] of TYPED) {
      const sent = isCoin ? (EXACT_IN_COIN[text] ?? plain) : plain
      await field.fill(text)
      await field.blur()

      if (sent === null)
        await expect(field, `${name}: ${text}`).toHaveAttribute('aria-invalid', 'true')
      else expect(Number(await hidden.inputValue()), `${name}: ${text}`).toBe(Number(sent))
    }

    await field.fill('1.0000000005')
    await field.blur()
    const form = field.locator('xpath=ancestor::form')
    if ((await form.count()) > 0)
      await form.evaluate((element: HTMLFormElement) => element.requestSubmit())
    await expect(field, name).toHaveAttribute('aria-invalid', 'true')
  }

  return names
}

/** Visits screens, reveals their fields and returns the names of the money fields found. */
async function visit(page: Page, screens: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const screen of screens) {
    await page.goto(screen)
    await page.waitForLoadState('networkidle').catch(() => undefined)
    names.push(...(await assertFields(page)))

    for (const opener of OPENERS) {
      const count = await page.getByRole('button', { name: opener }).count()
      for (let index = 0; index < count; index += 1) {
        const button = page.getByRole('button', { name: opener }).nth(index)
        if (!(await button.isVisible().catch(() => false))) continue
        await button.click()
        names.push(...(await assertFields(page)))
        await page.goto(screen)
        await page.waitForLoadState('networkidle').catch(() => undefined)
      }
    }
  }

  return names
}

/** Fails when the page sends anything but reads. */
function collectWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/') && request.method() !== 'GET')
      writes.push(`${request.method()} ${path}`)
  })
  return writes
}

const read = async (page: Page, path: string) => (await (await page.request.get(path)).json()).data

test('No money field of any screen sends an amount that it did not read exactly.', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const writes = collectWrites(page)

  await signIn(page, 'maya@example.com')
  const [position] = await read(page, '/api/positions')
  const member = await visit(page, listScreens('/dashboard', { ':id': position._id }))

  await signIn(page, 'ruth@example.com', undefined, '/api/admin/login')
  const { users } = await read(page, '/api/admin/users?q=maya&size=1')
  const [plan] = await read(page, '/api/admin/plans/figures')
  const staff = await visit(
    page,
    listScreens('/admin-dashboard', {
      'manage-user/:id': `manage-user/${users[0]._id}`,
      ':id': plan._id,
      ':code': 'equity',
    }),
  )

  const found = new Set([...member, ...staff])
  expect(writes).toEqual([])
  expect(
    listFieldNames().filter((name) => !found.has(name)),
    'fields that no screen showed',
    // in the drawer of a pending deposit: admin.spec.ts types it
  ).toEqual(['received'])
})
