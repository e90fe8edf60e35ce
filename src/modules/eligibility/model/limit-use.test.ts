import { describe, expect, it } from 'vitest'
import {
  type Circumstances,
  checkEligibility,
  computeDepositExcess,
  computeDepositRoom,
  computeLimits,
  type MemberFacts,
  type RuleSet,
} from '../model.ts'
import { COMPLETE_FACTS, getSampleRules } from '../testing.ts'

const UK = getSampleRules('united-kingdom')
const now = new Date('2026-11-20T12:00:00Z')
const at: Circumstances = { today: '2026-11-20', now }

const LIMITED: RuleSet = { ...UK, limits: [{ operation: 'deposit', cents: '100000', days: 30 }] }
const move = (
  operation: 'deposit' | 'withdraw',
  cents: bigint,
  on = at.today,
  isOpen = false,
): MemberFacts['movements'][number] => ({
  operation,
  cents,
  cashCents: operation === 'withdraw' ? cents : 0n,
  overCents: operation === 'deposit' && cents > 100_000n ? cents - 100_000n : 0n,
  appliedLimits: operation === 'deposit' ? LIMITED.limits : null,
  on,
  isOpen,
})

describe('a limit on deposits', () => {
  const facts = (...movements: MemberFacts['movements']) => ({ ...COMPLETE_FACTS, movements })
  const invest = (amountCents: bigint, cashCents: bigint, ...moved: MemberFacts['movements']) =>
    checkEligibility(LIMITED, facts(...moved), 'invest', { ...at, amountCents, cashCents }).missing

  it('counts what can be paid at a quote, and what arrived at a credit', () => {
    const open = facts(move('deposit', 60_000n, at.today, true))

    expect(computeLimits(LIMITED, open, at.today)).toMatchObject([{ leftCents: 40_000n }])
    expect(computeDepositRoom(LIMITED, open, at.today)).toBe(100_000n)
    expect(computeDepositRoom(LIMITED, facts(move('deposit', 60_000n)), at.today)).toBe(40_000n)
    expect(computeDepositRoom({ ...UK, limits: [] }, open, at.today)).toBeNull()
  })

  it('retains in the balance what was deposited above it, until then or until it is withdrawn', () => {
    const excess = (...movements: MemberFacts['movements']) =>
      computeDepositExcess(LIMITED, facts(...movements), at.today)

    expect(excess(move('deposit', 100_000n))).toBe(0n)
    expect(excess(move('deposit', 120_000n))).toBe(20_000n)
    expect(excess(move('deposit', 120_000n, '2026-10-21'))).toBe(0n)
    expect(excess(move('deposit', 120_000n), move('withdraw', 5_000n))).toBe(15_000n)
    expect(excess(move('deposit', 120_000n), move('withdraw', 20_000n, '2026-11-19'))).toBe(20_000n)
    const redeemed = { ...move('withdraw', 20_000n), cashCents: 4_000n }
    expect(excess(move('deposit', 120_000n), redeemed)).toBe(16_000n)
  })

  it('retains at most what each deposit took above the limit of its day, and less under a higher limit', () => {
    const excess = (cents: string, ...movements: MemberFacts['movements']) => {
      const limits = [{ operation: 'deposit' as const, cents, days: 30 }]
      return computeDepositExcess({ ...UK, limits }, facts(...movements), at.today)
    }
    const within = { ...move('deposit', 90_000n), overCents: 0n }

    expect(excess('50000', within)).toBe(0n)
    expect(excess('50000', within, move('deposit', 120_000n))).toBe(20_000n)
    expect(excess('110000', move('deposit', 120_000n))).toBe(10_000n)
    expect(excess('200000', move('deposit', 120_000n))).toBe(0n)
    expect(excess('0', within, move('deposit', 120_000n, '2026-10-21'))).toBe(0n)
  })

  it('lets the rest of the balance be invested, and says how much', () => {
    const paid = move('deposit', 120_000n)

    expect(invest(100_000n, 120_000n, paid)).toEqual([])
    expect(invest(100_001n, 120_000n, paid)).toMatchObject([
      { kind: 'limit', message: expect.stringContaining('Enter at most $1,000.00.') },
    ])
    expect(invest(1n, 20_000n, paid)).toMatchObject([
      { message: expect.stringContaining('when earlier deposits no longer count') },
    ])
    expect(invest(1n, 5_000n, paid)).toMatchObject([
      { message: expect.stringMatching(/^\$50\.00 of your deposits/) },
    ])
    expect(invest(1n, 0n, paid)).toEqual([])
  })
})
