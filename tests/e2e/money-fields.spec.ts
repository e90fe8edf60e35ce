import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import routes from '../../src/routes.ts'
import { createMember } from './support/people.ts'
import { DEEP_ONLY, expect, followAddress, logIn, logInAdmin, test } from './support/sandbox.ts'

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

/** What the screen of notifications sends by itself. */
const READ_NOTIFICATIONS = '/api/notifications/read'

/** So long after the last answer a screen shows what it fetched. */
const QUIET_MS = 200

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

/** Whether a field has a name, or is of a list of fields whose names begin so. */
const isNamed = (field: string, name: string) =>
  name.endsWith('.') ? field.startsWith(name) : field === name

/** Returns the names of the money fields in the source; of a list of fields what they begin with. */
function listFieldNames(): string[] {
  const files = readdirSync('src/modules', { recursive: true, encoding: 'utf8' })
  const source = files
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join('src/modules', file), 'utf8'))
    .join('\n')

  const fields = [...source.matchAll(/<MoneyField\b([\s\S]*?)\/>/g)]
  return fields.map(([, props = '']) => /\bname=(?:"|\{`)([^"$`]+)/.exec(props)?.[1] ?? 'unnamed')
}

/** Types into every visible money field whose name this screen has not shown before. */
async function assertFields(page: Page, tried: Set<string>): Promise<string[]> {
  const fields = page.locator('input[data-money]:visible')
  const names: string[] = []

  for (let index = 0; index < (await fields.count()); index += 1) {
    const field = fields.nth(index)
    const name = (await field.getAttribute('data-field')) ?? ''
    const isCoin = (await field.getAttribute('data-money')) !== 'USD'
    const hidden = field.locator('xpath=following-sibling::input[@type="hidden"]')
    const isTried = tried.has(name)
    tried.add(name)
    names.push(name)
    if (isTried) continue

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

/** Opens screens and waits until they have rendered and fetched what they show. */
function createOpener(page: Page) {
  const pending = new Set<Request>()
  let changedAt = 0

  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request)
    changedAt = Date.now()
  })
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => {
      pending.delete(request)
      changedAt = Date.now()
    })

  return async (screen: string) => {
    pending.clear()
    await followAddress(page, screen)
    changedAt = Date.now()
    await expect
      .poll(() => pending.size === 0 && Date.now() - changedAt > QUIET_MS, { intervals: [50] })
      .toBe(true)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
}

/** Closes what a button has opened. Returns whether its screen is as before. */
async function close(page: Page): Promise<boolean> {
  const dialog = page.getByRole('dialog')
  const cancel = page.getByRole('button', { name: /^(Cancel|Close)$/ })

  if (await cancel.first().isVisible()) await cancel.first().click()
  else await page.keyboard.press('Escape')

  await dialog.waitFor({ state: 'hidden', timeout: 1_000 }).catch(() => undefined)
  return !(await dialog.isVisible()) && !(await cancel.first().isVisible())
}

/** Visits screens, reveals their fields and returns the names of the money fields found. */
async function visit(page: Page, screens: readonly string[]): Promise<string[]> {
  const open = createOpener(page)
  const names: string[] = []

  for (const screen of screens) {
    const tried = new Set<string>()
    await open(screen)
    names.push(...(await assertFields(page, tried)))

    for (const opener of OPENERS) {
      const buttons = page.getByRole('button', { name: opener })
      const count = await buttons.count()

      for (let index = 0; index < count; index += 1) {
        const button = buttons.nth(index)
        if (!(await button.isVisible().catch(() => false))) continue
        await button.click()
        names.push(...(await assertFields(page, tried)))
        if (!(await close(page))) await open(screen)
      }
    }
  }

  return names
}

/** Opens each entry of the treasury's menu and returns the names of the money fields found. */
async function visitTreasury(page: Page): Promise<string[]> {
  const open = createOpener(page)
  const menu = page.getByRole('button', { name: 'New entry' })
  const names: string[] = []

  await open('/admin-dashboard/treasury')
  await menu.click()
  const items = page.getByRole('menuitem')
  await expect(items).not.toHaveCount(0)
  const count = await items.count()
  await page.keyboard.press('Escape')

  for (let index = 0; index < count; index += 1) {
    await menu.click()
    await items.nth(index).click()
    await page.getByRole('dialog').waitFor()
    names.push(...(await assertFields(page, new Set())))
    if (!(await close(page))) await open('/admin-dashboard/treasury')
  }

  return names
}

/** Chooses each kind of investor that a country has, and returns the names of its money fields. */
async function visitCategories(page: Page): Promise<string[]> {
  const tried = new Set<string>()
  const names: string[] = []

  await page.goto('/dashboard/eligibility')
  const kinds = page.locator('#your-category').getByRole('radio')
  await expect(kinds).not.toHaveCount(0)

  for (let index = 0; index < (await kinds.count()); index += 1) {
    await kinds.nth(index).check()
    names.push(...(await assertFields(page, tried)))
  }

  return names
}

/** Fails when the page sends anything but reads. */
function collectWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/') && request.method() !== 'GET' && path !== READ_NOTIFICATIONS)
      writes.push(`${request.method()} ${path}`)
  })
  return writes
}

const read = async (page: Page, path: string) => (await (await page.request.get(path)).json()).data

test(
  'No money field of any screen sends an amount that it did not read exactly.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(900_000)
    await createMember(page, 'Edith', 'Marlow', { country: 'GB', phoneNumber: '+44 20 7946 0018' })
    const writes = collectWrites(page)
    const categories = await visitCategories(page)

    await logIn(page, 'maya@example.com')
    const [position] = await read(page, '/api/positions')
    const member = await visit(page, listScreens('/dashboard', { ':id': position._id }))

    await logInAdmin(page, 'ruth@example.com')
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

    const found = [...categories, ...member, ...staff, ...(await visitTreasury(page))]
    expect(writes).toEqual([])
    expect(
      listFieldNames().filter((name) => !found.some((one) => isNamed(one, name))),
      'fields that no screen showed',
    ).toEqual([])
  },
)
