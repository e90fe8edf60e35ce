import sharp from 'sharp'
import { formatUsd } from '#lib/money.ts'
import { findReinvestmentRefusal, parsePeriodEnd, parsePeriodStart } from '#modules/plans/model.ts'
import { parsePeriod } from '#modules/portfolio/model.ts'
import { DEFAULT_TERMS, METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import {
  assertNoRedemptionNotice,
  assertWithdrawable,
  parseWithdrawalAddress,
} from '#modules/withdrawals/model.ts'
import { sanitiseUpload } from '#platform/files/uploads.ts'
import { PAYLOAD, pdf } from './hostile-files.ts'

const describeOutcome = (ask: () => unknown): string => {
  try {
    const answer = ask()
    return typeof answer === 'string' ? answer : 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

const ADDRESSES = {
  Bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'Bitcoin testnet': 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  Ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'Ethereum, its checksum wrong': '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
  Tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
}

const TODAY = '2026-11-22'
const TERMS = DEFAULT_TERMS.USDT
const PLAN = { minAmount: 100_000n, maxAmount: 500_000n }
const REDEMPTION_NOTICE = [
  { planName: 'Sample', family: 'crypto' as const, noticePeriodDays: 30, principal: 50_000n },
]

/** Returns requests that combine fields, each with the answer of the code. */
export function answersTogether(): string[] {
  const paid = PAYMENT_METHODS.flatMap((method) =>
    Object.entries(ADDRESSES).map(([kind, address]) => {
      const { coin, label } = METHOD_FACTS[method]
      return [
        `${label} to an address of ${kind}, live`,
        describeOutcome(
          () => void parseWithdrawalAddress(coin, address, { mode: 'live', ours: new Set() }, 'x'),
        ),
      ]
    }),
  )

  const leaving = [1_999n, 2_000n, 50_000n, 50_001n].map((amount) => [
    `${formatUsd(amount)} of ${formatUsd(50_000n)}, the minimum being ` +
      `${formatUsd(TERMS.minWithdrawal)}`,
    describeOutcome(() => assertWithdrawable(amount, 50_000n, TERMS)),
  ])

  const statements = [
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2026-11-01', to: '2026-11-23' },
    { from: '2016-11-22', to: TODAY },
    { from: '2016-11-23', to: TODAY },
  ].map((requestedPeriod) => [
    `a statement from ${requestedPeriod.from} to ${requestedPeriod.to}, on ${TODAY}`,
    describeOutcome(() => parsePeriod(requestedPeriod, TODAY)),
  ])

  const results = [
    { periodFrom: '2026-10-31', periodTo: '2026-10-01' },
    { periodFrom: '2026-11-01', periodTo: '2026-11-23' },
    { periodFrom: '2026-10-01', periodTo: '2026-10-31' },
  ].map((period) => [
    `a plan’s result from ${period.periodFrom} to ${period.periodTo}, on ${TODAY}`,
    describeOutcome(() =>
      parsePeriodStart(period) && parsePeriodEnd(period, TODAY) ? 'accepted' : '',
    ),
  ])

  const reinvestments = [99_999n, 100_000n, 500_001n].map((principal) => [
    `${formatUsd(principal)} reinvested in a plan from ${formatUsd(PLAN.minAmount)} to ` +
      `${formatUsd(PLAN.maxAmount)}`,
    findReinvestmentRefusal(PLAN, principal) ?? 'accepted',
  ])

  const redemptionNotice = [
    `${formatUsd(60_000n)} of ${formatUsd(20_000n)} cash and ${formatUsd(50_000n)} in a plan that ` +
      `requires notice`,
    describeOutcome(() =>
      assertNoRedemptionNotice(60_000n, { cash: 20_000n, principal: 50_000n }, REDEMPTION_NOTICE),
    ),
  ]

  return [...paid, ...leaving, ...statements, ...results, ...reinvestments, redemptionNotice].map(
    (row) => row.join(' | '),
  )
}

/** Returns files that are uploaded, each with the result. */
export async function answersToFiles(): Promise<string[]> {
  const made = sharp({ create: { width: 24, height: 24, channels: 3, background: '#246' } })
  const picture = (kind: 'png' | 'jpeg' | 'webp' | 'gif') => made.clone().toFormat(kind).toBuffer()
  const carrying = async (kind: 'png' | 'jpeg' | 'webp') =>
    Buffer.concat([await picture(kind), Buffer.from(`<script>${PAYLOAD}</script>`)])
  const files: [string, Uint8Array][] = [
    ['PNG', await carrying('png')],
    ['JPEG', await carrying('jpeg')],
    ['WebP', await carrying('webp')],
    ['PDF', pdf()],
    ['PDF with a script', pdf(`/OpenAction << /S /JavaScript /JS (${PAYLOAD}) >>`)],
    ['PDF with an attachment', pdf('/Names << /EmbeddedFiles << /Names [(x.exe) 3 0 R] >> >>')],
    ['an encrypted PDF', pdf('/Encrypt 5 0 R')],
    ['a truncated PDF', pdf().subarray(0, 80)],
    ['GIF', await picture('gif')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', Buffer.from('<!doctype html><p>x')],
    ['ZIP', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(60)])],
    ['a truncated image', (await picture('png')).subarray(0, 60)],
    ['an empty file', Buffer.alloc(0)],
  ]

  const rows: string[] = []
  for (const [name, bytes] of files) {
    const answer = await sanitiseUpload(bytes, 'file').then(
      ({ content, type }) =>
        `stored as ${type}, ${Buffer.compare(content, bytes) === 0 ? 'unchanged' : 'encoded again'}`,
      (error: Error) => `rejected: ${error.message}`,
    )
    rows.push(`${name} | ${answer}`)
  }

  return rows
}
