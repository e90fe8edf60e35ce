import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { signSandboxPsbt } from '../support/sign-psbt.ts'
import { createMemberWithCash } from './support/cash.ts'
import { mineBlocks, openChainTools, payOpenDeposit } from './support/chain.ts'
import { quote } from './support/deposit.ts'
import { signInOverHttp } from './support/main-job.ts'
import { callAsStaff, createMember, PASSWORD } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

/** From BIP 173: published as examples, owned by no one. */
const WALLETS = [
  'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
] as const

/** After so many blocks no payment waits, and the sandbox mines none by itself for 20 seconds. */
const SETTLING_BLOCKS = 6

/** Logs an admin in, in a window of their own. */
async function asFinance(page: Page): Promise<Page> {
  const browser = page.context().browser()
  const admin = await (await browser?.newContext())?.newPage()
  if (!admin) throw new Error('the browser opens no window')
  await logInAdmin(admin, 'ines@example.com')
  return admin
}

test('A member pays on chain and sees it arrive, be confirmed and be credited, without a reload.', async ({
  page,
  context,
}) => {
  const email = await createMember(page, 'Saga')
  await quote(page, { amount: '2500', method: 'Bitcoin' })
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))

  const tools = await openChainTools(context)
  await mineBlocks(tools, 'bitcoin', SETTLING_BLOCKS)
  await payOpenDeposit(page, tools)

  await expect(page.getByRole('heading', { name: 'We’ve seen your payment' })).toBeVisible()
  const payment = page.getByRole('region', { name: 'Your payment' })
  await expect(payment.getByText('0 of 3 confirmations').first()).toBeVisible()
  await expect(payment.getByRole('link', { name: 'View in explorer' })).toHaveAttribute(
    'href',
    /^\/dev\/chain\?transaction=[0-9a-f]{64}$/,
  )
  await expect(page.getByRole('button', { name: 'Complete Payment' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await mineBlocks(tools, 'bitcoin', 1)
  await expect(payment.getByText(/^([12] of 3 confirmations|Confirmed)$/).first()).toBeVisible()
  await mineBlocks(tools, 'bitcoin', 2)
  await expect(payment.getByText('Confirmed')).toHaveCount(1)

  const admin = await asFinance(page)
  await admin.goto(`/admin-dashboard/alltransaction?q=${email}`)
  await admin
    .getByRole('row')
    .filter({ hasText: '2,500.00' })
    .first()
    .getByRole('button', { name: 'Confirm…' })
    .click()
  const confirming = admin.getByRole('dialog', {
    name: /^Confirm \$2,500\.\d\d for Saga Walker\?$/,
  })
  await expect(confirming.getByText(/as the blockchain shows it/)).toBeVisible()
  await confirming.getByRole('button', { name: 'Confirm and post' }).click()
  await expect(admin.getByText('Payment Confirmed').first()).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Your deposit is completed' })).toBeVisible()
  await expect(payment.getByText('Confirmed').first()).toBeVisible()
  expect(await page.evaluate(() => 'loadedOnce' in window), 'the page was never reloaded').toBe(
    true,
  )

  await payment.getByRole('link', { name: 'View in explorer' }).click()
  await expect(page.getByRole('link', { name: 'Back to all transactions' })).toBeVisible()
  await expect(page.getByRole('row', { name: /, [3-6] confirmations/ })).toBeVisible()

  await admin.context().close()
})

/** Pays a deposit of a member on chain, so that the operator's wallet has coin. */
async function fundWallet(page: Page, member: Awaited<ReturnType<typeof signInOverHttp>>) {
  const deposit = await member.quote({
    family: 'crypto',
    plan: 'BASIC',
    amount: '2000',
    method: 'BITCOIN',
  })
  for (const [action, data] of [
    ['pay', { deposit, kind: 'exact' }],
    ['mine', { chain: 'bitcoin', blocks: SETTLING_BLOCKS }],
  ] as const)
    expect((await page.request.post(`/dev/chain/${action}`, { data })).status()).toBe(200)

  const readStatus = async () =>
    (await (await page.request.get(`/api/deposit/${deposit}`)).json()).data.status
  await expect.poll(readStatus, 'the watcher has seen the coin').toBe('pending')
}

/** Approves a withdrawal in its drawer. */
async function approve(admin: Page, row: Locator) {
  await row.getByRole('button').first().click()
  await admin.getByRole('button', { name: /^Approve/ }).click()
  const dialog = admin.getByRole('dialog', { name: /^Approve / })
  await dialog.getByLabel(/I’ve reviewed the address/).check()
  await dialog.getByRole('button', { name: /^Approve/ }).click()
  await expect(dialog).toHaveCount(0)
  await admin.keyboard.press('Escape')
}

test(
  'Finance exports a Bitcoin batch, takes it back signed and sees it complete on chain.',
  DEEP_ONLY,
  async ({ page }) => {
    const email = await createMemberWithCash(page, 'Signe', 1_000)
    const member = await signInOverHttp(page.request, email, PASSWORD)
    await fundWallet(page, member)
    const [first] = await Promise.all(
      WALLETS.map((address, at) =>
        member.withdraw({ amount: String(61 + at), method: 'BITCOIN', address }),
      ),
    )
    await callAsStaff(page.request, `/api/admin/withdrawals/${first}/approve`, {
      addressReviewed: true,
    })

    const admin = await asFinance(page)
    await admin.goto(`/admin-dashboard/withdrawals?q=${email}`)
    const create = admin.getByRole('button', { name: /^Create payout batch \(\d+\)/ })
    await expect(create).toHaveText(/[1-9]/)
    const waiting = Number(/\d+/.exec(await create.innerText())?.[0])
    await approve(admin, admin.getByRole('row').filter({ hasText: '62.00' }))
    await expect(create).toHaveText(`Create payout batch (${waiting + 1})`)

    const drawer = admin.getByRole('dialog', { name: /^Payout batch \d+$/ })
    await test.step('A batch is created, and exported at the fee rate shown.', async () => {
      await create.click()
      const creating = admin.getByRole('dialog', { name: 'Create a payout batch' })
      await creating.getByLabel('Payment method and network').selectOption('BITCOIN, Bitcoin')
      await creating.getByRole('button', { name: 'Create batch' }).click()
      await drawer.getByRole('button', { name: 'Export batch…' }).click()
      const exporting = admin.getByRole('dialog', { name: /^Export batch \d+\?$/ })
      await expect(exporting.getByText('Change, to your wallet')).toBeVisible()
      await expectAccessible(admin)

      const downloading = admin.waitForEvent('download')
      await exporting.getByRole('button', { name: 'Export batch' }).click()
      const psbt = await readFile(await (await downloading).path())
      expect((await downloading).suggestedFilename()).toMatch(/^payouts-\d+\.psbt$/)

      await drawer.getByRole('button', { name: 'Upload signed transaction…' }).click()
      const uploading = admin.getByRole('dialog', { name: 'Upload the signed transaction' })
      await uploading.getByLabel('Signed file').setInputFiles({
        name: 'signed.psbt',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(signSandboxPsbt(psbt), 'base64'),
      })
      await expect(uploading.getByLabel('Signed transaction')).toHaveValue(/^cHNidP/)
      await uploading.getByRole('button', { name: 'Check and store' }).click()
    })

    await test.step('The signed transaction is sent, and the network shows it.', async () => {
      await drawer.getByRole('button', { name: 'Send transaction…' }).click()
      await admin
        .getByRole('dialog', { name: /^Send batch \d+\?$/ })
        .getByRole('button', { name: 'Send transaction' })
        .click()
      await expect(drawer.getByText('Seen on the network')).toBeVisible()
      await expectAccessible(admin)
    })

    await test.step('Mined blocks confirm and complete it, and the member sees both paid.', async () => {
      const tools = await openChainTools(page.context())
      await mineBlocks(tools, 'bitcoin', 1)
      // the sandbox mines a block by itself every 20 seconds
      await expect(drawer.getByText(/^[12] of 2$/)).toBeVisible()
      await mineBlocks(tools, 'bitcoin', 1)
      await expect(drawer.getByText('All withdrawals in this batch are paid.')).toBeVisible()
      await expect(drawer.getByText(/^\d+ \(0 unpaid\)$/)).toBeVisible()

      await page.goto('/dashboard/withdraw-history')
      await expect(page.getByRole('row', { name: /\b61\.00.*Completed/ })).toBeVisible()
      await expect(page.getByRole('row', { name: /\b62\.00.*Completed/ })).toBeVisible()
    })

    await admin.context().close()
  },
)
