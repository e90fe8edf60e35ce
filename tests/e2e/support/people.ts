import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, SAMPLE_PASSWORD, signIn, waitForMail } from './sandbox.ts'

export const PASSWORD = 'a long walk by the sea'

export const createEmailAddress = (name: string) =>
  `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`

/** Signs up a member, verifies the address and signs in. Returns the email address. */
export async function createMember(
  page: Page,
  name: string,
  lastName = 'Walker',
  home = { country: 'SE', phoneNumber: '+46 8 5555 0199' },
): Promise<string> {
  const email = createEmailAddress(name)
  const terms = await (await page.request.get('/api/user/terms')).json()
  const signUp = await page.request.post('/api/user', {
    data: {
      firstName: name,
      lastName,
      email,
      ...home,
      password: PASSWORD,
      consentVersion: terms.data.consentVersion,
    },
  })

  expect(signUp.ok(), await signUp.text()).toBe(true)

  const { text } = await waitForMail(page, email, /code|verif/i)
  const verifyCode = Number(/\b\d{6}\b/.exec(text)?.[0])
  expect((await page.request.patch('/api/user/verify', { data: { email, verifyCode } })).ok()).toBe(
    true,
  )

  await signIn(page, email, PASSWORD)

  return email
}

/** Fills the sign-up form. */
export async function fillSignUp(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('First Name').fill('Nadia')
  await page.getByLabel('Last Name').fill('Zieliński')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Country').selectOption('PL')
  await page.getByLabel('Phone Number').fill('+48 512 345 678')
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** Sends a call as a staff member, through the same interface as the screens; returns its answer. */
export async function callAsStaff(
  http: APIRequestContext,
  path: string,
  data: object = {},
  email = 'ines@example.com',
) {
  const who = { email, password: SAMPLE_PASSWORD }
  const { token } = await (await http.post('/api/admin/login', { data: who })).json()
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  const answer = await http.post(path, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)

  return await answer.json()
}

/**
 * Presses Tab until the element has the focus, as a person without a mouse does. Fails unless the
 * focus is then visible: with a ring around the element or its card, and not covered.
 */
export async function focusByTab(page: Page, target: Locator) {
  await expect(target).toBeVisible()

  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectFocusVisible(target)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${target}`)
}

const MAX_TABS = 80
/** A ring is drawn by the element itself, or by a card or label around it. */
const MAX_RING_LEVELS = 4

/** Checks that the focused element has a ring and that nothing lies over it. */
const expectFocusVisible = (target: Locator) =>
  expect
    .poll(() => target.evaluate(findFocusFault, MAX_RING_LEVELS), {
      message: `the focus of ${target} is visible`,
    })
    .toBe('')

/** Returns what hides the focus of an element, or '' where it is visible. Runs in the page. */
function findFocusFault(element: Element, levels: number): string {
  const hasRing = (one: Element) =>
    [undefined, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
  const around: Element[] = [element]
  for (let level = 0; level < levels; level += 1) {
    const parent = around.at(-1)?.parentElement
    if (parent) around.push(parent)
  }
  const ringed = around.find(hasRing)
  if (!ringed) return 'no ring'

  const { left, top, width, height } = ringed.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const isUncovered = hit !== null && (ringed.contains(hit) || hit.contains(ringed))

  return isUncovered ? '' : `covered by ${hit?.outerHTML.slice(0, 120)}`
}

/** Returns the sentence in the error summary of a rejected form. */
export const getErrorSummary = (page: Page, sentence: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: 'There is a problem' }).getByText(sentence)

/** Creates a real picture; a larger one takes longer to send. */
export async function picture(name = 'receipt.png', side = 8) {
  const noise = Buffer.from(
    Array.from({ length: side * side * 3 }, (_, at) => (at * 7919 + (at % 251) ** 2) % 256),
  )
  const buffer = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()

  return { name, mimeType: 'image/png', buffer }
}

/** Calls the server from a script inside the page, past the checks of its forms. */
export const fetchInside = (page: Page, method: string, path: string, body: object, key?: string) =>
  page.evaluate(
    async ([verb, address, sent, idempotency]) => {
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      if (idempotency) headers['idempotency-key'] = idempotency

      const init =
        verb === 'GET' ? { headers } : { method: verb, headers, body: JSON.stringify(sent) }
      const answer = await fetch(address, init)
      return { status: answer.status, body: await answer.json() }
    },
    [method, path, body, key] as const,
  )
