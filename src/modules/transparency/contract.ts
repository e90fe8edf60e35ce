import { z } from 'zod'
import { COINS } from '#lib/currencies.ts'
import { CHAINS, MESSAGE_FORMATS } from '#modules/chains/model.ts'
import { journalLinkFields } from '#modules/ledger/contract.ts'
import { monthResult } from '#modules/plans/contract.ts'
import {
  CONFIRMATIONS,
  PLAN_ASSETS_EVENTS,
  RESERVE_STATES,
  WALLET_KINDS,
} from '#modules/treasury/model.ts'
import { anyone, member } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, usd } from '#platform/http/schemas.ts'
import { ENTRY_KINDS } from './model.ts'

const plan = z.object({
  _id: z.string(),
  name: z.string(),
  family: z.string(),
  invested: usd,
  recorded: usd.meta({ description: 'total income recorded' }),
  lost: usd,
  recordedWhilePlaced: usd.meta({
    description: 'the part recorded as income while assets were placed for the plan',
  }),
  paid: usd.meta({ description: 'returns paid out of that income' }),
  due: usd.meta({ description: 'due to members, awaiting income of this plan' }),
  months: z
    .array(monthResult)
    .meta({ description: 'the oldest first; a month with capital and no result counts as zero' }),
  assets: z
    .object({
      placed: usd,
      returned: usd.meta({ description: 'returned as capital' }),
      writtenOff: usd,
      outstanding: usd.meta({ description: 'still placed, at cost' }),
      since: day.nullable(),
      lastConfirmed: z
        .object({ event: z.enum(PLAN_ASSETS_EVENTS), on: day })
        .nullable()
        .meta({ description: 'the latest movement, approved by two admins' }),
    })
    .nullable()
    .meta({ description: 'plan assets; null if none were ever placed' }),
})

const amount = z.string().meta({ description: 'in its currency, exact' })

const heldPlace = z.object({
  place: z.string(),
  currency: z.string(),
  ledger: amount.meta({ description: 'the current ledger balance' }),
  outside: z
    .object({
      amount,
      asOf: instant,
      source: z
        .enum(['entered', 'fetched'])
        .meta({ description: 'entered by staff, or fetched by a feed' }),
    })
    .nullable()
    .meta({ description: 'the latest external balance; null before the first' }),
  confirmation: z.enum(CONFIRMATIONS),
  counts: z
    .object({ amount, worth: usd.nullable() })
    .meta({ description: 'what counts as held: the lower figure unless both agree' }),
  breaks: z
    .array(z.object({ since: instant, explainedAt: instant.nullable(), difference: amount }))
    .meta({ description: 'differences (external − ledger): open, or explained and still present' }),
})

const reserve = z.object({
  chain: z.enum(CHAINS),
  coin: z.enum(COINS),
  address: z.string(),
  place: z.string(),
  wallet: z.enum(WALLET_KINDS),
  state: z.enum(RESERVE_STATES),
  reason: z.string().nullable().meta({ description: 'why it isn’t covered' }),
  proof: z
    .object({
      statement: z.string().meta({ description: 'the signed text' }),
      signature: z.string(),
      format: z.enum(MESSAGE_FORMATS),
      amount: amount.meta({ description: 'the balance at the block' }),
      block: z.object({ height: z.int(), hash: z.string(), at: instant }),
      simulated: z.boolean(),
      verifiedAt: instant,
    })
    .nullable()
    .meta({ description: 'the latest verified statement of control' }),
})

const cents = z.string().meta({ description: 'in cents' })

const provedEntry = {
  entry: z.string().meta({ description: 'canonical JSON, as it is hashed' }),
  logProof: z.string().meta({ description: 'c2sp.org/tlog-proof, with the newest checkpoint' }),
  vkeys: z.array(z.string()).meta({ description: 'the keys of the log' }),
  witnesses: z.array(z.string()).meta({ description: 'the keys of its witnesses' }),
}

const entryProof = z.object({
  format: z.string(),
  seq: z.string(),
  block: z.object({
    ...journalLinkFields,
    leaves: z.string().meta({ description: 'the hashes of all rows of the block' }),
    rows: z.array(
      z.object({
        seq: z.string(),
        text: z.string().nullable().meta({ description: 'null where it is withheld' }),
        salt: z.string().nullable(),
      }),
    ),
  }),
  links: z
    .array(z.object(journalLinkFields))
    .meta({ description: 'up to the block that the log names' }),
  ...provedEntry,
})

const proofFile = z.object({
  format: z.string(),
  email: z.string(),
  amounts: z.object({
    cash: cents,
    invested: cents,
    profit: cents,
    pending: cents,
    due: cents.meta({ description: 'not owed until the plan earns it; in no total' }),
  }),
  proof: z.object({
    epoch: z.string(),
    nonce: z.string(),
    slips: z
      .array(z.tuple([z.string(), z.int(), z.int(), z.int()]))
      .meta({ description: 'kind, value in cents, number and place in the tree' }),
    hashes: z.string().meta({
      description: 'in base64: on each height, by place, the neighbours that the slips need',
    }),
  }),
  nodes: z.string().meta({ description: 'the published nodes of the tree, in base64' }),
  ...provedEntry,
})

export const transparencyContract = {
  logEntry: anyone
    .route({
      method: 'GET',
      path: '/transparency/log',
      summary: 'Get the latest entry of a kind in the transparency log, with its proof',
      tags: ['Open books'],
    })
    .input(z.object({ kind: z.enum(ENTRY_KINDS) }))
    .output(buildEnvelope(z.object(provedEntry))),
  liabilityProof: member
    .route({
      method: 'GET',
      path: '/user/liability-proof',
      summary: 'Get the proof that the member’s balances are in the published total',
      tags: ['Open books'],
    })
    .output(buildEnvelope(proofFile)),
  entryProof: member
    .route({
      method: 'GET',
      path: '/user/entry-proof',
      summary: 'Get the proof that an entry of the member is in the transparency log',
      tags: ['Open books'],
    })
    .input(z.object({ seq: z.string().regex(/^\d{1,18}$/) }))
    .output(buildEnvelope(entryProof)),

  openBooks: anyone
    .route({
      method: 'GET',
      path: '/transparency',
      summary:
        'Get the open books: member balances, assets by place, income and returns by plan, ' +
        'withdrawal times and the latest hash',
      tags: ['Open books'],
    })
    .output(
      buildEnvelope(
        z.object({
          readAt: instant,
          owed: z.object({
            total: usd,
            atOnce: usd,
            invested: usd,
            members: z.number(),
            due: usd.meta({ description: 'returns due, awaiting plan income; not in the total' }),
          }),
          held: z.object({
            total: usd,
            custody: usd.meta({ description: 'counted custody, without suspense' }),
            placed: usd,
            suspense: usd.meta({
              description: 'payments not matched to a member: not held for members',
            }),
            places: z.array(heldPlace),
            maxAgeDays: z
              .int()
              .meta({ description: 'days after which an external balance is old' }),
            coins: z.array(
              z.object({ currency: z.string(), amount: z.string(), worth: usd.nullable() }),
            ),
          }),
          reserves: z.array(reserve).meta({ description: 'the operator’s addresses on chains' }),
          heldPerDollar: usd
            .nullable()
            .meta({ description: 'held per dollar owed; null while nothing is owed' }),
          plans: z.array(plan),
          withdrawals: z.object({
            statedHours: z.number(),
            measured: z
              .object({ count: z.number(), medianMinutes: z.number(), slowestMinutes: z.number() })
              .nullable(),
          }),
          chainHead: z.object({ seq: z.string(), hash: z.string() }).nullable(),
          deciders: z
            .object({
              count: z.int(),
              lastJoinedOn: day.nullable(),
              keysReset: z
                .object({ startedAt: instant, reason: z.string() })
                .nullable()
                .meta({ description: 'when the owner of the database last ended all keys' }),
            })
            .meta({ description: 'the admins who can approve what another admin proposes' }),
          frozen: z.string().nullable(),
        }),
      ),
    ),
}
