import { expect, test } from 'vitest'
import { pdfPages } from '../../../tests/support/pdf-text.ts'
import { renderPdfReport } from './pdf-report.ts'
import type { PdfReport } from './pdf-row.ts'

const buildReport = (rest: Partial<PdfReport> = {}): PdfReport => ({
  title: 'Statement of account',
  author: 'Candor Sandbox',
  madeAt: new Date('2026-11-20T09:00:00Z'),
  mark: 'Sandbox: all money here is simulated',
  sender: ['Candor Sandbox', '1 Example Street'],
  facts: [{ label: 'Member', value: 'Zofia Zieliński' }],
  summary: [{ label: 'Closing balance', value: '$1,111.11', total: true }],
  columns: [
    { head: 'Date', width: 54 },
    { head: 'What', width: 243 },
    { head: 'Amount, USD', width: 58, end: true },
  ],
  rows: [],
  notes: ['Returns are not promised.'],
  foot: 'Candor Sandbox · mem_x',
  ...rest,
})

const rows = (count: number): PdfReport['rows'] =>
  Array.from({ length: count }, (_, at) => ({
    cells: [
      `day ${at}`,
      [`Withdrawal paid ${at}`, `to tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx`],
      `+${at}.00`,
    ],
  }))

test('every row is on one page, whole and once; every page has head, foot, mark and number', async () => {
  const pages = pdfPages(await renderPdfReport(buildReport({ rows: rows(120) })))
  expect(pages.length).toBeGreaterThan(3)

  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Date What Amount, USD')
    expect(page).toContain('Sandbox: all money here is simulated')
    expect(page.at(-1)).toBe(`Candor Sandbox · mem_x Page ${at + 1} of ${pages.length}`)
  }

  const lines = pages.flat()
  for (let at = 0; at < 120; at++)
    expect(
      lines.filter((line) => line === `day ${at} Withdrawal paid ${at} +${at}.00`),
    ).toHaveLength(1)
})

test('names are written in their own letters, and what the face lacks is named by its code point', async () => {
  const facts = [
    { label: 'Member', value: 'Zofia Zieliński Łukasz Őrs' },
    { label: 'Other', value: '漢字 ok' },
  ]

  const lines = pdfPages(await renderPdfReport(buildReport({ facts })))
    .flat()
    .join('\n')
    .replaceAll(/\s/g, '')
  expect(lines).toContain('ZofiaZielińskiŁukaszŐrs')
  expect(lines).toContain('[U+6F22][U+5B57]ok')
})

test('a word that is wider than its column is broken, and none of it is lost', async () => {
  const long = 'w'.repeat(400)
  const [page = []] = pdfPages(
    await renderPdfReport(buildReport({ rows: [{ cells: ['day', long, '0.00'] }] })),
  )
  expect(page.join('').match(/w/g)).toHaveLength(400)
})

test('live has no mark', async () => {
  const lines = pdfPages(await renderPdfReport(buildReport({ mark: null }))).flat()
  expect(lines.join('\n')).not.toContain('Sandbox: all money')
})

test('5,000 lines take less than two seconds of work', async () => {
  const begun = process.threadCpuUsage()
  await renderPdfReport(buildReport({ rows: rows(5_000) }))
  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1e6).toBeLessThan(2)
})
