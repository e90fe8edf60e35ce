import type { SampleAdjustment } from '#modules/backoffice/seed.ts'
import type { SampleDeposit } from '#modules/deposits/seed.ts'
import type {
  SampleIncome,
  SampleLoss,
  SamplePlan,
  SampleRedemptionNotice,
} from '#modules/plans/seed.ts'
import type { SampleWithdrawal } from '#modules/withdrawals/seed.ts'

/** From BIP 173 and EIP 55: well formed, published as examples, owned by no one. */
export const BITCOIN = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'
export const ETHEREUM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

export type Who = 'maya' | 'amara'
/** Proposed by one admin, decided on by the other. */
export type AgreementDates = { proposed: string; decided: string }

export type Step =
  | { deposit: SampleDeposit; by?: Who }
  | { withdrawal: SampleWithdrawal; by?: Who }
  | { money: { kind: 'capital' | 'promotion'; amount: string; reason: string } & AgreementDates }
  | {
      assets: { amount: string; reason: string; destination: string } & SamplePlan & AgreementDates
    }
  | { income: SampleIncome & AgreementDates }
  | { loss: SampleLoss & AgreementDates }
  | { redemptionNotice: SampleRedemptionNotice }
  | { adjustment: SampleAdjustment; of: Who }
  /** Settles the business dates up to this one. */
  | { settle: string }
  | { rewards: string }

const toUsdt = { method: 'USDT', address: ETHEREUM } as const
const crypto = { family: 'crypto', plan: 'BASIC' } as const
const property = { family: 'real_estate', plan: 'PLATINUM' } as const

/** The sandbox's history, in order. All money in it is simulated. */
export const SAMPLE_HISTORY: readonly Step[] = [
  {
    money: {
      proposed: '2026-01-06T09:00:00Z',
      decided: '2026-01-06T10:30:00Z',
      kind: 'capital',
      amount: '60000',
      reason: 'Sample: the operator pays in its own capital.',
    },
  },
  {
    money: {
      proposed: '2026-02-09T09:00:00Z',
      decided: '2026-02-09T11:15:00Z',
      kind: 'promotion',
      amount: '2000',
      reason: 'Sample: rewards of the year.',
    },
  },
  {
    deposit: {
      ...property,
      amount: '12000',
      method: 'ETHERIUM',
      quoted: '2026-03-02T10:04:00Z',
      proved: '2026-03-02T10:10:00Z',
      paid: '2026-03-02T10:11:00Z',
      decided: '2026-03-02T13:20:00Z',
    },
  },
  {
    by: 'amara',
    deposit: {
      ...property,
      amount: '10000',
      method: 'USDT',
      quoted: '2026-03-04T08:20:00Z',
      paid: '2026-03-04T08:33:00Z',
      decided: '2026-03-04T12:10:00Z',
    },
  },
  { rewards: '2026-03-04T12:11:00Z' },
  {
    assets: {
      proposed: '2026-03-09T09:00:00Z',
      decided: '2026-03-09T14:00:00Z',
      ...property,
      amount: '9000',
      destination: 'Sample: a building in Elm Street',
      reason: 'Sample: a share of the building is bought.',
    },
  },
  {
    deposit: {
      ...crypto,
      amount: '3000',
      method: 'USDT',
      quoted: '2026-03-20T15:00:00Z',
      paid: '2026-03-20T15:09:00Z',
      decided: '2026-03-20T16:45:00Z',
    },
  },
  {
    income: {
      proposed: '2026-04-10T09:20:00Z',
      decided: '2026-04-10T13:00:00Z',
      ...crypto,
      amount: '1600',
      from: '2026-03-01',
      to: '2026-03-31',
      source: 'Sample: result of trading in March.',
    },
  },
  { settle: '2026-04-19T06:00:00Z' },
  {
    withdrawal: {
      ...toUsdt,
      amount: '3000',
      requested: '2026-04-22T09:30:00Z',
      approved: '2026-04-22T12:00:00Z',
      paid: '2026-04-22T13:40:00Z',
    },
  },
  {
    deposit: {
      ...crypto,
      amount: '2000',
      method: 'BITCOIN',
      quoted: '2026-05-04T18:30:00Z',
      proved: '2026-05-04T18:42:00Z',
      decided: '2026-05-11T09:05:00Z',
      rejected:
        'Nothing arrived at the address within seven days. If you paid, please send us the ' +
        'transaction id.',
    },
  },
  {
    deposit: {
      ...crypto,
      amount: '2000',
      method: 'USDT',
      quoted: '2026-06-01T07:10:00Z',
      paid: '2026-06-01T07:22:00Z',
      decided: '2026-06-01T09:00:00Z',
    },
  },
  {
    by: 'amara',
    deposit: {
      ...crypto,
      amount: '3000',
      method: 'USDT',
      quoted: '2026-06-01T11:05:00Z',
      paid: '2026-06-01T11:12:00Z',
      decided: '2026-06-01T14:30:00Z',
    },
  },
  {
    deposit: {
      family: 'real_estate',
      plan: 'BASIC',
      amount: '4500',
      method: 'USDT',
      quoted: '2026-06-15T08:15:00Z',
      paid: '2026-06-15T08:31:00Z',
      decided: '2026-06-15T10:02:00Z',
    },
  },
  // On 1 July 2,500 is due and 1,000 of income is recorded: each return is paid two fifths.
  {
    income: {
      proposed: '2026-06-29T09:00:00Z',
      decided: '2026-06-29T15:10:00Z',
      ...crypto,
      amount: '900',
      from: '2026-05-01',
      to: '2026-05-31',
      source: 'Sample: result of trading in May.',
    },
  },
  { settle: '2026-07-01T06:00:00Z' },
  {
    withdrawal: {
      ...toUsdt,
      amount: '2000',
      requested: '2026-07-03T10:00:00Z',
      approved: '2026-07-03T11:30:00Z',
      paid: '2026-07-03T16:05:00Z',
    },
  },
  {
    income: {
      proposed: '2026-07-10T09:00:00Z',
      decided: '2026-07-10T10:00:00Z',
      ...property,
      amount: '640',
      from: '2026-04-01',
      to: '2026-06-30',
      source: 'Sample: rent of the second quarter.',
      whilePlaced: 'income',
    },
  },
  {
    of: 'maya',
    adjustment: {
      at: '2026-07-15T14:20:00Z',
      change: 3_500n,
      reason:
        'The network fee of your withdrawal of 3 July was charged twice. This gives the ' +
        'second one back.',
    },
  },
  {
    income: {
      proposed: '2026-08-06T08:40:00Z',
      decided: '2026-08-06T09:55:00Z',
      ...crypto,
      amount: '1700',
      from: '2026-07-01',
      to: '2026-07-31',
      source: 'Sample: result of trading in July.',
    },
  },
  { settle: '2026-08-06T10:00:00Z' },
  {
    withdrawal: {
      ...toUsdt,
      amount: '1000',
      requested: '2026-08-19T20:10:00Z',
      cancelled: '2026-08-19T21:02:00Z',
    },
  },
  {
    withdrawal: {
      ...toUsdt,
      amount: '600',
      source: 'profit',
      requested: '2026-09-02T08:00:00Z',
      approved: '2026-09-02T10:30:00Z',
      paid: '2026-09-02T12:15:00Z',
    },
  },
  {
    deposit: {
      ...crypto,
      amount: '1000',
      method: 'USDT',
      quoted: '2026-09-14T13:00:00Z',
      paid: '2026-09-14T13:07:00Z',
      decided: '2026-09-14T15:00:00Z',
    },
  },
  {
    deposit: {
      family: 'crypto',
      plan: 'SILVER',
      amount: '6000',
      method: 'BITCOIN',
      quoted: '2026-10-05T07:45:00Z',
      proved: '2026-10-05T07:57:00Z',
      paid: '2026-10-05T07:58:00Z',
      decided: '2026-10-05T09:30:00Z',
    },
  },
  {
    loss: {
      proposed: '2026-10-06T09:00:00Z',
      decided: '2026-10-06T16:00:00Z',
      ...property,
      amount: '420',
      from: '2026-09-01',
      to: '2026-09-30',
      cause:
        'Sample: a storm damaged the roof of the building, and the insurance paid a part of it.',
    },
  },
  { settle: '2026-10-14T06:00:00Z' },
  {
    withdrawal: {
      ...toUsdt,
      amount: '1000',
      requested: '2026-10-16T09:00:00Z',
      approved: '2026-10-16T10:10:00Z',
      paid: '2026-10-16T11:45:00Z',
    },
  },
  {
    deposit: {
      ...crypto,
      amount: '1000',
      method: 'USDT',
      received: '640',
      quoted: '2026-10-20T11:20:00Z',
      paid: '2026-10-20T11:33:00Z',
      decided: '2026-10-20T14:45:00Z',
    },
  },
  {
    withdrawal: {
      ...toUsdt,
      amount: '400',
      requested: '2026-10-28T16:00:00Z',
      approved: '2026-10-28T18:25:00Z',
      paid: '2026-10-28T19:10:00Z',
    },
  },
  {
    deposit: {
      ...crypto,
      amount: '1500',
      method: 'USDT',
      quoted: '2026-11-03T09:00:00Z',
      paid: '2026-11-03T09:09:00Z',
      decided: '2026-11-03T09:50:00Z',
    },
  },
  {
    withdrawal: {
      ...toUsdt,
      amount: '750',
      requested: '2026-11-12T08:40:00Z',
      approved: '2026-11-12T13:15:00Z',
      paid: '2026-11-12T15:05:00Z',
    },
  },
  {
    redemptionNotice: {
      at: '2026-11-18T19:30:00Z',
      family: 'real_estate',
      plan: 'BASIC',
      cents: 100_000n,
    },
  },
  { withdrawal: { ...toUsdt, amount: '300', requested: '2026-11-19T15:30:00Z' } },
]

/** The last step; once it has happened, the whole history exists. */
export const LAST: SampleDeposit = {
  ...crypto,
  amount: '2500',
  method: 'BITCOIN',
  quoted: '2026-11-19T17:05:00Z',
  paid: '2026-11-19T17:16:00Z',
}

/**
 * Proposals of one admin on the day on which the sandbox is filled, which wait for the other one.
 */
export const WAITING = {
  income: {
    family: 'real_estate',
    plan: 'BASIC',
    amount: '310.40',
    from: '2026-10-01',
    to: '2026-10-31',
    source: 'Sample: rent of October.',
  } satisfies SampleIncome,
  adjustment: {
    change: 125_000n,
    reason:
      'Sample: a payment of 12 March was not credited. It is yours, as your bank has ' +
      'shown us.',
  },
}

/** The declarations of the sample people, and the day on which Maya's identity was verified. */
export const VERIFIED = {
  at: '2026-02-04T08:20:00Z',
  recheckOn: '2028-02-04',
  details: {
    maya: {
      birthDate: '1988-04-17',
      nationality: 'SE',
      street: 'Example Street 4',
      city: 'Sampleton',
      postalCode: '11122',
      country: 'SE',
    },
    tomas: {
      birthDate: '1993-09-02',
      nationality: 'CZ',
      street: 'Example Square 12',
      city: 'Sampleton',
      postalCode: '11000',
      country: 'CZ',
    },
  },
} as const
