import type { BrowserContext, Page } from '@playwright/test'
import { expect, waitForHydration } from './sandbox.ts'

/** The server may close a connection that was idle while the next request is on its way. */
const RETRY = { maxRetries: 2 }

/** Opens the sandbox's simulated chains in a page of their own. */
export async function openChainTools(context: BrowserContext): Promise<Page> {
  const tools = await context.newPage()
  await tools.goto('/dev/chain')
  await waitForHydration(tools)
  return tools
}

/** Pays the deposit that is open on a page exactly, as its member does in a wallet. */
export async function payOpenDeposit(page: Page, tools: Page) {
  const id = new URL(page.url()).searchParams.get('id')
  const { data } = await (await page.request.get(`/api/deposit/${id}`, RETRY)).json()

  const due = tools.getByRole('listitem').filter({ hasText: data.address })
  const paid = tools.waitForResponse('**/dev/chain/pay')
  await due.getByRole('button', { name: 'Pay exactly' }).click()
  expect((await paid).status()).toBe(200)
}

/** Mines blocks of a simulated chain. */
export async function mineBlocks(tools: Page, chain: 'bitcoin' | 'ethereum', blocks: number) {
  await tools.getByLabel('Chain').selectOption(chain)
  await tools.getByRole('textbox', { name: 'Blocks' }).fill(String(blocks))

  const mined = tools.waitForResponse('**/dev/chain/mine')
  await tools.getByRole('button', { name: 'Change chain' }).click()
  expect((await mined).status()).toBe(200)
}
