import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assertWithdrawable,
  buildReversalTransfers,
  buildWithdrawalChecks,
  buildWithdrawalTimeline,
  computeBatchStatus,
  computePayoutDeadline,
  computeShortfall,
  createNotCompletedError,
  getPayoutChain,
  parseTxid,
  parseWithdrawalAddress,
  parseWithdrawalAmount,
} from './model.ts'

const terms = { withdrawalFee: 300n, minWithdrawal: 2_000n }

test('an amount is above 0 with at most two decimals, and the refusal names what it broke', () => {
  expect(parseWithdrawalAmount(' 12.50 ')).toBe(1_250n)

  for (const text of ['0', '0.00', '-5', 'abc', '1e3', ''])
    expect(() => parseWithdrawalAmount(text), text).toThrow(
      'Please enter a valid amount. It must be a number above 0.',
    )

  expect(() => parseWithdrawalAmount('1.005')).toThrow(
    'Please enter a valid amount. Use at most two decimals.',
  )
})

test('no more than there is leaves, and less than the minimum leaves only as the rest', () => {
  expect(() => assertWithdrawable(10_001n, 10_000n, terms)).toThrow('You have $100.00 available.')
  expect(() => assertWithdrawable(1_999n, 10_000n, terms)).toThrow('The minimum is $20.00')
  expect(() => assertWithdrawable(1_999n, 1_999n, terms)).not.toThrow()
  expect(() => assertWithdrawable(300n, 300n, terms)).toThrow('It must be more than the $3.00 fee.')
})

test('cash and shortfall always make up the amount', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), (amount, cash) => {
      const short = computeShortfall(amount, cash)
      expect(short >= 0n && amount - short <= cash).toBe(true)
    }),
  )
})

test('an address of a test network is paid in the sandbox alone', () => {
  const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  const ours = new Set<string>()
  expect(
    parseWithdrawalAddress('BTC', testnet, { mode: 'sandbox', ours }, 'wallet_address'),
  ).toEqual({
    address: testnet,
    network: 'testnet',
  })

  expect(() =>
    parseWithdrawalAddress('BTC', testnet, { mode: 'live', ours }, 'wallet_address'),
  ).toThrow('testnet address')
})

test('a transaction id is hash digits where there is a chain', () => {
  expect(parseTxid('sandbox-payment-1', 'sandbox')).toBe('sandbox-payment-1')
  expect(parseTxid(`0x${'AB'.repeat(32)}`, 'live')).toBe('ab'.repeat(32))
  expect(parseTxid(`0x${'AB'.repeat(32)}`, 'sandbox')).toBe('ab'.repeat(32))
  expect(() => parseTxid('sandbox-payment-1', 'live')).toThrow('transaction ID')
  expect(() => parseTxid(undefined, 'sandbox')).toThrow('transaction ID')
})

test('the timeline says that a declined amount came back, and why', () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const closedAt = new Date('2026-11-20T12:00:00Z')
  const lifecycle = {
    createdAt: at,
    payableFrom: at,
    approvedAt: null,
    closedAt,
    status: 'rejected' as const,
    reversedAt: null,
    reversalReason: null,
  }

  expect(buildWithdrawalTimeline({ ...lifecycle, reason: 'The name differs.' }, closedAt)).toEqual([
    { what: 'Requested', at },
    {
      what: 'Rejected, amount returned to the account',
      at: closedAt,
      detail: 'The name differs.',
    },
  ])
})

test('a cool-down is in the timeline once it is over, and the stated hours begin after it', () => {
  const createdAt = new Date('2026-11-20T10:00:00Z')
  const payableFrom = new Date('2026-11-21T10:00:00Z')
  const open = {
    createdAt,
    payableFrom,
    approvedAt: null,
    closedAt: null,
    reason: null,
    reversedAt: null,
    reversalReason: null,
  }

  const lifecycle = { ...open, status: 'pending' as const }
  const steps = (now: string) =>
    buildWithdrawalTimeline(lifecycle, new Date(now)).map(({ what }) => what)
  expect(steps('2026-11-21T09:59:59Z')).toEqual(['Requested'])
  expect(steps('2026-11-21T10:00:00Z')).toHaveLength(2)

  const cancelled = {
    ...lifecycle,
    status: 'cancelled' as const,
    closedAt: new Date('2026-11-20T11:00:00Z'),
  }

  expect(buildWithdrawalTimeline(cancelled, new Date('2026-11-25T00:00:00Z'))).toHaveLength(2)
  expect(computePayoutDeadline(lifecycle, 24)).toEqual(new Date('2026-11-22T10:00:00Z'))
  expect(computePayoutDeadline({ createdAt, payableFrom: createdAt }, 24)).toEqual(payableFrom)
})

test('checks flag what prevents a payment and what needs a review', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const facts = {
    now,
    coin: 'USDT' as const,
    units: 5_000_000n,
    held: 5_000_000n,
    reserved: 0n,
    otherHolders: 0,
    frozenUntil: null,
    wallet: { savedAt: daysAgo(9), usableFrom: daysAgo(8), removed: false },
    others: { count: 0, sum: 0n },
  }

  expect(buildWithdrawalChecks(facts).map(({ verdict }) => verdict)).toEqual([
    'ok',
    'ok',
    'ok',
    'ok',
    'ok',
  ])

  const wrong = buildWithdrawalChecks({
    ...facts,
    held: 4_999_999n,
    frozenUntil: daysAgo(-1),
    others: { count: 3, sum: 30_000n },
    wallet: { savedAt: daysAgo(0), usableFrom: daysAgo(-1), removed: false },
  })

  expect(wrong).toEqual([
    {
      what: 'New-address hold',
      verdict: 'review',
      evidence: 'until 21 Nov 2026, 09:00 UTC',
    },
    {
      what: 'Address not used by another member',
      verdict: 'ok',
      evidence: 'none',
    },
    { what: 'Custody doesn’t cover the payout', verdict: 'review', evidence: '4.999999 USDT held' },
    { what: 'Other withdrawals in the last 7 days', verdict: 'review', evidence: '3, $300.00' },
    { what: 'Withdrawals are frozen', verdict: 'review', evidence: 'until 21 Nov 2026, 09:00 UTC' },
  ])

  const [removed] = buildWithdrawalChecks({ ...facts, wallet: { ...facts.wallet, removed: true } })
  expect(removed).toMatchObject({ what: 'Address removed by the member', verdict: 'review' })
})

test('a batch shows its most advanced transaction, and has failed when none can pay the rest', () => {
  type Transactions = Parameters<typeof computeBatchStatus>[1]['transactions']
  const compute = (unpaid: number, ...transactions: Transactions) =>
    computeBatchStatus('exported', { unpaid, transactions })

  expect(compute(2)).toBe('exported')
  expect(compute(2, 'signed', 'failed')).toBe('signed')
  expect(compute(2, 'dropped', 'confirming', 'seen')).toBe('confirming')
  expect(compute(2, 'failed')).toBe('failed')
  expect(compute(1, 'completed')).toBe('failed')
  expect(compute(0, 'completed', 'failed')).toBe('completed')

  for (const status of ['created', 'completed', 'cancelled'] as const)
    expect(computeBatchStatus(status, { unpaid: 0, transactions: ['seen'] })).toBe(status)
})

test('USDT is paid on TRON or Ethereum by its address, another coin on its own chain', () => {
  const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const ethereum = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

  expect(getPayoutChain({ coin: 'USDT', address: tron })).toBe('tron')
  expect(getPayoutChain({ coin: 'USDT', address: ethereum })).toBe('ethereum')
  expect(getPayoutChain({ coin: 'ETH', address: ethereum })).toBe('ethereum')
  const bitcoin = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  expect(getPayoutChain({ coin: 'BTC', address: bitcoin })).toBe('bitcoin')
})

test('a reversal gives the amount and its fee back, and posts no fee of zero', () => {
  const reversal = {
    memberId: 'mem_1',
    source: 'balance',
    amount: 50_000n,
    fee: 300n,
    coin: 'USDT',
    coinAmount: 497_000_000n,
    txid: '0x1',
    reason: 'The bank returned it.',
  } as const
  const by = { on: '2026-11-20', actor: 'adm_1' } as const
  const list = (fee: bigint) =>
    buildReversalTransfers('wdr_1', { ...reversal, fee }, by).map(
      ({ transferType, amount }) => [transferType, amount] as const,
    )

  expect(list(300n)).toEqual([
    ['withdrawal_reversed', 497_000_000n],
    ['withdrawal_reversed', 49_700n],
    ['fee_reversed', 300n],
  ])
  expect(list(0n)).toEqual([
    ['withdrawal_reversed', 497_000_000n],
    ['withdrawal_reversed', 50_000n],
  ])
})

test('what is not paid can’t be reversed, and what is reversed not again', () => {
  expect(createNotCompletedError('reversed').message).toContain('already been reversed')
  expect(createNotCompletedError('approved').message).toContain('Only a paid withdrawal')
})
