import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import {
  allocateParts,
  assertPlanText,
  computeAccrued,
  computeLossShares,
  computeMaturityDay,
  computeRedemptionEffect,
  computeTarget,
  cutToWhatIsLeft,
  illustrate,
  isExtraordinary,
  PLAN_TEXTS,
  parseIncome,
  parseLoss,
  toResultContent,
} from './model.ts'
import { PLAN_TERMS_EXAMPLE } from './testing.ts'

const terms = fc.record({
  openedOn: fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days)),
  termDays: fc.integer({ min: 1, max: 800 }),
  targetBps: fc.integer({ min: 0, max: 50_000 }),
})
const cents = fc.bigInt(1n, 10_000_000_000n)
/** A part in per cent, often the whole. */
const shares = fc.oneof(fc.constant(100), fc.nat(100))

/** A position with parts withdrawn one after the other, some before maturity, some behind it. */
const redeemedPositions = fc
  .tuple(
    terms,
    cents,
    fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.nat(900)), { maxLength: 5 }),
  )
  .map(([term, principal, cuts]) => {
    const inOrder = cuts.sort(([, one], [, other]) => one - other)
    let remaining = principal
    const redeemed = inOrder.map(([share, day]) => {
      const amount = (remaining * BigInt(share)) / 100n
      remaining -= amount
      return { amount, on: addDays(term.openedOn, day) }
    })

    return { position: { ...term, remaining }, principal, redeemed }
  })

test("each day's accrual is a difference of two values, so any days add up to the whole", () => {
  fc.assert(
    fc.property(redeemedPositions, ({ position, redeemed }) => {
      let sum = 0n
      let before = 0n

      for (let day = 1; day <= position.termDays; day++) {
        const now = computeAccrued(position, redeemed, addDays(position.openedOn, day))
        expect(now >= before).toBe(true)
        sum += now - before
        before = now
      }

      const maturesOn = computeMaturityDay(position.openedOn, position.termDays)
      expect(sum).toBe(computeTarget({ ...position, maturesOn }, redeemed))
    }),
    { numRuns: 60 },
  )
})

test('a position held to its end accrues exactly its target, and not a cent more later', () => {
  fc.assert(
    fc.property(terms, cents, fc.nat(1_000), (term, remaining, later) => {
      const position = { ...term, remaining }
      const target = (remaining * BigInt(term.targetBps)) / 10_000n
      const maturesOn = computeMaturityDay(term.openedOn, term.termDays)

      expect(computeAccrued(position, [], maturesOn)).toBe(target)
      expect(computeAccrued(position, [], addDays(maturesOn, later))).toBe(target)
      expect(computeAccrued(position, [], term.openedOn)).toBe(0n)
      expect(computeAccrued(position, [], addDays(term.openedOn, -1))).toBe(0n)
    }),
  )
})

test('accrual is never rounded up: it stays within what was really invested on each day', () => {
  fc.assert(
    fc.property(redeemedPositions, fc.nat(900), ({ position, redeemed }, day) => {
      const on = addDays(position.openedOn, day)
      const centDays = [...redeemed, { amount: position.remaining, on }].reduce((sum, part) => {
        const last = part.on < on ? part.on : on
        const days = Math.round((Date.parse(last) - Date.parse(position.openedOn)) / 86_400_000)
        return sum + part.amount * BigInt(Math.min(days, position.termDays))
      }, 0n)

      const accrued = computeAccrued(position, redeemed, on)
      const exact = centDays * BigInt(position.targetBps)
      const unit = 10_000n * BigInt(position.termDays)

      expect(accrued * unit <= exact).toBe(true)
      expect((accrued + 1n) * unit > exact).toBe(true)
    }),
  )
})

test('taking a part out changes nothing on its day and stops that part alone', () => {
  fc.assert(
    fc.property(terms, cents, shares, fc.nat(900), (term, principal, share, day) => {
      const amount = (principal * BigInt(share)) / 100n
      const on = addDays(term.openedOn, day)
      const whole = { ...term, remaining: principal }
      const rest = { ...term, remaining: principal - amount }
      const taken = [{ amount, on }]

      expect(computeAccrued(rest, taken, on)).toBe(computeAccrued(whole, [], on))

      const end = addDays(term.openedOn, term.termDays + 900)
      expect(computeAccrued(rest, taken, end) <= computeAccrued(whole, [], end)).toBe(true)

      if (amount === principal)
        expect(computeAccrued(rest, taken, end)).toBe(computeAccrued(whole, [], on))
    }),
  )
})

test('a leap day is a day of the term like any other', () => {
  const position = { openedOn: '2028-02-28', termDays: 2, targetBps: 10_000, remaining: 101n }
  expect(computeMaturityDay('2028-02-28', 2)).toBe('2028-03-01')
  expect(computeMaturityDay('2027-02-28', 2)).toBe('2027-03-02')
  expect(computeAccrued(position, [], '2028-02-29')).toBe(50n)
  expect(computeAccrued(position, [], '2028-03-01')).toBe(101n)
})

test('above 30% a year, simple or compounded, a target is extraordinary; at it, it is not', () => {
  expect(isExtraordinary(3_000, 365, 3_000)).toBe(false)
  expect(isExtraordinary(3_001, 365, 3_000)).toBe(true)
  expect(isExtraordinary(6_000, 730, 3_000)).toBe(false)
  expect(isExtraordinary(6_001, 730, 3_000)).toBe(true)
  // 2.4% in 30 days is 29.2% simple, but 33.5% when put back in each time.
  expect(isExtraordinary(240, 30, 3_000)).toBe(true)
  expect(isExtraordinary(218, 30, 3_000)).toBe(true)
  expect(isExtraordinary(217, 30, 3_000)).toBe(false)
  expect(isExtraordinary(0, 1, 3_000)).toBe(false)
  expect(isExtraordinary(1, 3_650, 0)).toBe(true)
})

test('parts are taken in the given order, whole ones first, and add up to the amount or there are none', () => {
  const position = fc.record({ id: fc.uuid(), remaining: fc.bigInt(1n, 1_000n) })
  fc.assert(
    fc.property(
      fc.array(position, { maxLength: 6 }),
      fc.bigInt(1n, 5_000n),
      (positions, amount) => {
        const parts = allocateParts(positions, amount)
        const held = positions.reduce((sum, { remaining }) => sum + remaining, 0n)

        if (held < amount) {
          expect(parts).toBeNull()
          return
        }

        expect(parts?.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount)

        for (const [index, part] of (parts ?? []).slice(0, -1).entries())
          expect(part).toEqual({
            positionId: positions[index]?.id,
            amount: positions[index]?.remaining,
          })
      },
    ),
  )
})

test('a plan whose text promises a return is refused with the phrase and the field', () => {
  const texts = { ...PLAN_TERMS_EXAMPLE, name: 'BASIC' }

  for (const field of PLAN_TEXTS) expect(() => assertPlanText(texts, field)).not.toThrow()

  expect(() =>
    assertPlanText({ ...texts, basis: 'Rent. The return is guaranteed.' }, 'basis'),
  ).toThrow(
    expect.objectContaining({
      code: 'promises_return',
      status: 422,
      field: 'basis',
      message: expect.stringContaining('"guaranteed"'),
    }),
  )

  expect(() => assertPlanText({ ...texts, risk: '  ' }, 'risk')).toThrow(
    expect.objectContaining({ code: 'invalid_plan', field: 'risk' }),
  )
})

test('an illustration shows the target, nothing and a loss, exact to the cent and rounded down', () => {
  expect(illustrate(100_000n, '50%')).toEqual({
    target: { result: 50_000n, atEnd: 150_000n },
    zero: { result: 0n, atEnd: 100_000n },
    loss: { result: -25_000n, atEnd: 75_000n },
  })

  expect(illustrate(333n, '12.5%').target).toEqual({ result: 41n, atEnd: 374n })
})

/**
 * A position with parts gone before, an amount of what is left, a day of its term and days of
 * notice that end within it.
 */
const redemptions = redeemedPositions.chain(({ position, redeemed }) =>
  fc
    .tuple(fc.nat(100), fc.nat(position.termDays), fc.nat(365))
    .map(([share, day, noticePeriodDays]) => ({
      parts: redeemed,
      position: {
        ...position,
        maturesOn: computeMaturityDay(position.openedOn, position.termDays),
      },
      amount: (position.remaining * BigInt(share)) / 100n,
      on: addDays(position.openedOn, day),
      noticePeriodDays: Math.min(noticePeriodDays, position.termDays - day),
    })),
)

test('a redemption does what its effect says: nothing accrued is lost, and the target falls by what it gives up', () => {
  fc.assert(
    fc.property(redemptions, ({ position, parts, amount, on, noticePeriodDays }) => {
      const effect = computeRedemptionEffect(position, parts, {
        amount,
        on,
        noticePeriodDays,
      })
      expect(effect.stays + amount).toBe(position.remaining)
      expect(effect.accrued).toBe(computeAccrued(position, parts, on))
      expect(effect.target + effect.forgoneTarget).toBe(computeTarget(position, parts))
      expect(effect.forgoneTarget >= 0n && effect.target >= effect.accrued).toBe(true)

      const after = { ...position, remaining: effect.stays }
      const gone = [...parts, { amount, on: effect.accruesUntil }]
      expect(computeAccrued(after, gone, effect.accruesUntil)).toBe(
        computeAccrued(position, parts, effect.accruesUntil),
      )
      expect(computeAccrued(after, gone, position.maturesOn)).toBe(effect.target)

      if (effect.accruesUntil === position.maturesOn) expect(effect.forgoneTarget).toBe(0n)
    }),
  )
})

test('taking a part out in two steps gives up what one step does, to the cent', () => {
  fc.assert(
    fc.property(
      redemptions,
      fc.nat(100),
      ({ position, parts, amount, on, noticePeriodDays }, share) => {
        const [first, second] = [
          (amount * BigInt(share)) / 100n,
          amount - (amount * BigInt(share)) / 100n,
        ]
        const whole = computeRedemptionEffect(position, parts, {
          amount,
          on,
          noticePeriodDays,
        })
        const one = computeRedemptionEffect(position, parts, {
          amount: first,
          on,
          noticePeriodDays,
        })
        const left = { ...position, remaining: one.stays }
        const gone = [...parts, { amount: first, on: one.accruesUntil }]
        const two = computeRedemptionEffect(left, gone, {
          amount: second,
          on,
          noticePeriodDays,
        })

        expect([two.stays, two.accrued, two.target]).toEqual([
          whole.stays,
          whole.accrued,
          whole.target,
        ])

        expect(one.forgoneTarget + two.forgoneTarget).toBe(whole.forgoneTarget)
      },
    ),
  )
})

test('notices are cut to what is left, in the order they end, never above the request', () => {
  const noticeAmounts = fc.array(fc.bigInt(1n, 1_000n), { maxLength: 6 })
  fc.assert(
    fc.property(noticeAmounts, fc.bigInt(0n, 4_000n), (amounts, remaining) => {
      const cut = cutToWhatIsLeft(
        amounts.map((amount) => ({ amount })),
        remaining,
      ).map(({ amount }) => amount)

      const [all, cutTotal] = [amounts, cut].map((list) =>
        list.reduce((sum, amount) => sum + amount, 0n),
      )
      expect(cutTotal).toBe((all ?? 0n) < remaining ? all : remaining)

      for (const [index, amount] of cut.entries()) {
        expect(amount >= 0n && amount <= (amounts[index] ?? 0n)).toBe(true)
        if (amount < (amounts[index] ?? 0n))
          expect(cut.slice(index + 1).every((later) => later === 0n)).toBe(true)
      }
    }),
  )
})

const holdings = fc
  .array(fc.bigInt(1n, 10_000_000_000_00n), { minLength: 1, maxLength: 60 })
  .chain((remaining) =>
    fc.record({
      positions: fc.constant(
        remaining.map((each, n) => ({ id: `pos_${n}`, memberId: `mem_${n % 7}`, remaining: each })),
      ),
      loss: fc.bigInt(
        1n,
        remaining.reduce((sum, each) => sum + each, 0n),
      ),
    }),
  )

test('the shares of a loss add up to it to the cent; none exceeds its position or is a cent off its part', () => {
  fc.assert(
    fc.property(holdings, ({ positions, loss }) => {
      const shares = computeLossShares(positions, loss)
      const invested = positions.reduce((sum, { remaining }) => sum + remaining, 0n)

      expect(shares.reduce((sum, { cents }) => sum + cents, 0n)).toBe(loss)

      const borne = new Map(shares.map(({ positionId, cents }) => [positionId, cents]))
      for (const { id, remaining } of positions) {
        const share = borne.get(id) ?? 0n
        expect(share <= remaining).toBe(true)
        const off = share * invested - loss * remaining
        expect(off < invested && off > -invested).toBe(true)
      }
    }),
  )
})

test('a full loss leaves nothing, an empty one takes nothing, and more than all is a bug', () => {
  const positions = [3n, 5n].map((remaining, n) => ({
    id: `pos_${n}`,
    memberId: 'mem_a',
    remaining,
  }))

  expect(computeLossShares(positions, 8n).map(({ cents }) => cents)).toEqual([3n, 5n])
  expect(computeLossShares(positions, 1n)).toEqual([
    { positionId: 'pos_1', memberId: 'mem_a', cents: 1n },
  ])
  expect(computeLossShares([], 0n)).toEqual([])
  expect(() => computeLossShares(positions, 9n)).toThrow()
})

test('an income and a loss are read back from what was written of them', () => {
  const shown = {
    evidenceKey: 'evidence/evd_1',
    evidenceType: 'application/pdf',
    evidenceSha256: '0'.repeat(64),
    id: 'inc_1',
    planId: 'pln_1',
    plan: 'BASIC',
    periodFrom: '2026-01-01',
    periodTo: '2026-01-31',
    units: 25_000_000n,
    cents: 123_456n,
  }

  const income = {
    ...shown,
    source: 'Rent',
    currency: 'BTC' as const,
    place: 'hot',
    rate: 91_000_000_000n,
  }

  const output = { observedIn: 'BTC', reference: 'ab', outputIndex: 0 } as const
  const observedIncome = { ...income, ...output, receipt: 'rcp_1', observedAs: 'BTC ab:0' }
  expect(parseIncome(JSON.parse(JSON.stringify(toResultContent(observedIncome))))).toEqual(
    observedIncome,
  )

  const loss = { ...shown, cause: 'Fire', from: 'assets' as const, currency: 'USD' as const }
  const written = { ...loss, place: null, rate: null }
  expect(parseLoss(JSON.parse(JSON.stringify(toResultContent(written))))).toEqual(written)
})
