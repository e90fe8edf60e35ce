import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  test,
} from './support/sandbox.ts'
import { type Answers, serveLog, storeEntry } from './support/served-log.ts'

/** Runs the script as a member does; it throws unless it ends with 0. */
const checkOffline = (args: string[]) =>
  execFileSync(process.execPath, ['scripts/verify-proof.mjs', ...args], { encoding: 'utf8' })

test('A member’s browser finds the own balance in the published total, and remembers the log.', async ({
  page,
}) => {
  test.slow()
  await logIn(page, 'maya@example.com')
  await page.goto('/dashboard/verify')
  await page.getByRole('button', { name: 'Run the check' }).click()
  await expect(
    page.getByText(/Your balance of \$[\d,.]+ is included in the published total/),
  ).toContainText(/at ledger entry L-\d+; later entries are part of the next day’s total/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download proof', exact: true }).click(),
  ])
  const path = await file.path()
  const { vkeys, email, amounts } = JSON.parse(readFileSync(path, 'utf8'))
  const invested = (Number(amounts.invested) / 100).toFixed(2)
  const own = ['--key', vkeys[0], '--email', email, '--invested', invested]
  expect(checkOffline([path, ...own])).toMatch(/^Your balance of .* is included/)

  await page.getByText('How this was checked').click()
  await expect(page.getByText('this browser remembers them for your next check')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Run it again' }).click()
  await expect(page.getByText(/which begin with those of your last check/)).toBeAttached()
})

test('A member downloads the proof of an entry, and the offline check accepts it.', async ({
  page,
}) => {
  test.slow()
  await logIn(page, 'maya@example.com')
  await page.goto('/dashboard/verify')
  await page.getByRole('button', { name: 'Run the check' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download proof of L-\d+$/ })
      .first()
      .click(),
  ])
  await expect(page.getByText(/The proof of L-\d+ is correct and downloaded/)).toBeVisible()

  const path = await file.path()
  const { vkeys } = JSON.parse(readFileSync(path, 'utf8'))
  expect(checkOffline([path, '--key', vkeys[0]])).toMatch(/^Entry L-\d+ is in the public log/)
})

test('The open books show the log, and its files can be read.', async ({ page, request }) => {
  await page.goto('/transparency')
  await expect(page.getByText('Proof of liabilities.')).toBeVisible()
  const checkpoint = await request.get('/open-books/log/checkpoint')
  expect(checkpoint.status()).toBe(200)
  expect(await checkpoint.text()).toContain('/open-books/log\n')
  await expectAccessible(page)
})

const SPLIT = 'The log shows another history than this browser saw before'
const HISTORY = ['first', 'second', 'third']
/** The other ways are held by tests of the comparison, and by a deep run. */
const IN_GATE = 'a larger fork'

test.describe('A log that is not the one that the browser saw', () => {
  test.use({ breaksConnection: true })

  for (const [what, log, finding] of [
    ['a larger fork', { entries: ['first', 'other', 'third', 'fourth'] }, SPLIT],
    ['a fork of the same size', { entries: ['first', 'other', 'third'] }, SPLIT],
    [
      'a shorter log',
      { entries: ['first'] },
      'The log has fewer entries than this browser saw before',
    ],
    [
      'another key',
      { entries: [...HISTORY, 'fourth'], secret: 'the key of another operator' },
      'The log is signed by another key than this browser saw before',
    ],
  ] as const)
    test(
      `The open books report ${what}, with what to do.`,
      what === IN_GATE ? {} : DEEP_ONLY,
      async ({ page }) => {
        await serveLog(page, { entries: HISTORY })
        await page.goto('/transparency')
        await expect(page.getByText('This browser now remembers the log')).toBeVisible()

        await serveLog(page, { entries: [...HISTORY, 'fourth'].slice(0, 3) })
        await page.reload()
        await expect(page.getByText('it begins with what you saw before')).toBeVisible()

        await serveLog(page, log)
        for (let visit = 0; visit < 2; visit++) {
          await page.reload()
          await expect(page.getByText(finding)).toBeVisible()
          await expect(page.getByText('it begins with what you saw before')).toBeHidden()
        }
        await expectAccessible(page)
        await page.setViewportSize({ width: 390, height: 844 })
        await expectNoSidewaysScroll(page)

        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'Download both checkpoints' }).click(),
        ])
        const { before, now } = JSON.parse(readFileSync(await file.path(), 'utf8'))
        expect(before.note).toContain('\n3\n')
        expect(now.note).toContain(`\n${log.entries.length}\n`)
      },
    )

  test('A member’s check reports a fork, and accepts the log when it continues again.', async ({
    page,
  }) => {
    test.slow()
    await logIn(page, 'maya@example.com')
    const answers: Answers = {}
    const own = [
      await storeEntry(page, answers, '/api/user/liability-proof'),
      await storeEntry(page, answers, '/api/transparency/log?kind=ledger-head'),
    ]
    const check = async () => {
      await page.goto('/dashboard/verify')
      await page.getByRole('button', { name: 'Run the check' }).click()
    }

    await serveLog(page, { answers, entries: [...own, 'third'] })
    await check()
    await expect(
      page.getByRole('heading', { name: 'Included in the published total' }),
    ).toBeVisible()

    for (const entries of [
      [...own, 'other'],
      [...own, 'other', 'fourth'],
    ]) {
      await serveLog(page, { answers, entries })
      await check()
      await expect(page.getByText('This isn’t the log that your browser saw before')).toBeVisible()
      await expect(
        page.getByRole('heading', { name: 'Included in the published total' }),
      ).toBeHidden()
      await expect(
        page.getByText('The log shows another history than at your last check.'),
      ).toBeVisible()
    }
    await expectAccessible(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download both checkpoints' }).click(),
    ])
    expect(Object.keys(JSON.parse(readFileSync(await file.path(), 'utf8')))).toEqual([
      'before',
      'now',
    ])

    await serveLog(page, { answers, entries: [...own, 'third', 'fourth'] })
    await check()
    await expect(
      page.getByRole('heading', { name: 'Included in the published total' }),
    ).toBeVisible()
  })

  test('A member’s check and the proof of an entry report a fork that only they are shown.', async ({
    page,
  }) => {
    test.slow()
    await logIn(page, 'maya@example.com')
    const chain = await (await page.request.get('/api/user/chain-blocks?after=0')).json()
    const { seq } = chain.data.blocks.at(-1).rows.at(-1)
    const answers: Answers = {}
    const own = [
      await storeEntry(page, answers, '/api/user/liability-proof'),
      await storeEntry(page, answers, '/api/transparency/log?kind=ledger-head'),
      await storeEntry(page, answers, `/api/user/entry-proof?seq=${seq}`),
    ]
    const log = { answers, entries: [...own, 'fourth'] }
    const fork = { answers, entries: [...own, 'other'] }
    const check = async () => {
      await page.goto('/dashboard/verify')
      await page.getByRole('button', { name: 'Run the check' }).click()
    }
    const download = page.getByRole('button', { name: `Download proof of L-${seq}`, exact: true })
    const readDownload = async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
      return JSON.parse(readFileSync(await file.path(), 'utf8'))
    }

    await serveLog(page, log, { '/api/user/entry-proof': fork })
    await check()
    await expect(
      page.getByRole('heading', { name: 'Included in the published total' }),
    ).toBeVisible()
    expect(Object.keys(await readDownload())).toEqual(['before', 'now'])
    await expect(page.getByText(`The proof of L-${seq} is in another log.`).first()).toBeVisible()
    await expect(page.getByText(`The proof of L-${seq} is correct`)).toBeHidden()

    await serveLog(page, log, { '/api/transparency/log': fork })
    await check()
    await expect(page.getByText('This isn’t the log that your browser saw before')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download both checkpoints' })).toBeVisible()
    await expectAccessible(page)
  })

  test('A proof of another text than the entry on the screen is not downloaded.', async ({
    page,
  }) => {
    test.slow()
    await logIn(page, 'maya@example.com')
    // The screen is shown another amount than the one that is proved.
    await page.route('**/api/user/chain-blocks*', async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      const rows: { text: string | null }[] = JSON.parse(body).data.blocks.flatMap(
        (block: { rows: object[] }) => block.rows,
      )
      const text = rows.findLast((row) => row.text !== null)?.text ?? ''
      const other = text.replace(/"(\d+)", "(\d+)", "(\d+)"/, '"$1", "$2", "9$3"')
      await route.fulfill({
        response,
        body: body.replace(JSON.stringify(text), JSON.stringify(other)),
      })
    })
    await page.goto('/dashboard/verify')
    await page.getByRole('button', { name: 'Run the check' }).click()
    await expect(page.getByRole('heading', { name: 'Your entries don’t match' })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: 'Differs' })
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: /^Download proof of L-/ }).click()
    await expect(
      page.getByText('The proof has another text than the entry on your screen.').first(),
    ).toBeVisible()
  })
})
