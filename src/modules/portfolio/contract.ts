import { z } from 'zod'
import { MEMBER_STATUSES } from '#modules/identity/model.ts'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, messageOnly, usd } from '#platform/http/schemas.ts'
import { FIGURE_NAMES } from './model.ts'

const tags = ['Portfolio']

const entry = z.object({
  _id: z.string(),
  journalNumber: z.string().nullable().meta({ description: 'its journal number' }),
  what: z.string(),
  kind: z.string(),
  effective: day,
  postedAt: instant,
  amount: usd,
  change: usd.meta({ description: 'of the account balance; nothing when it only moves within' }),
  reference: z.string(),
  reason: z.string().nullable(),
})

const subAccountBalances = z.object({
  cash: usd,
  principal: usd.meta({ description: 'in plans' }),
  profit: usd.meta({ description: 'returns paid and not withdrawn' }),
  held: usd.meta({ description: 'set aside for withdrawals that are not paid yet' }),
  total: usd.meta({ description: 'all that is owed: the sum of the four' }),
})

const head = z
  .object({ block: z.string(), seq: z.string(), hash: z.string() })
  .nullable()
  .meta({ description: 'the last block of the hash chain that it was made from' })

const sums = {
  deposits: usd,
  returns: usd,
  losses: usd.meta({ description: 'zero or below' }),
  rewards: usd,
  adjustments: usd,
  fees: usd.meta({ description: 'zero or below' }),
  withdrawals: usd.meta({ description: 'zero or below' }),
}

const statementLine = z.object({
  journalNumbers: z.array(z.string()).meta({ description: 'the journal numbers of its rows' }),
  day,
  kind: z.string(),
  what: z.string(),
  details: z.array(z.string()),
  reference: z.string(),
  change: usd.meta({ description: 'of the total; nothing when it only moved within' }),
  moved: usd.meta({ description: 'how much moved within the sub-accounts' }),
  subAccounts: subAccountBalances,
})

const figureEntry = z.object({
  _id: z.string(),
  journalNumber: z.string().nullable().meta({ description: 'its journal number' }),
  day,
  what: z.string(),
  details: z.array(z.string()),
  change: usd.meta({ description: 'by how much it changed the figure' }),
  reference: z.string(),
})

const sumTerms = z
  .object({
    deposits: usd,
    rewards: usd,
    reinvested: usd.meta({ description: 'returns that were invested again' }),
    adjustments: usd,
    losses: usd.meta({ description: 'zero or below' }),
    withdrawn: usd.meta({ description: 'paid out of the balance, with fees; zero or below' }),
    held: usd.meta({ description: 'set aside out of the balance; zero or below' }),
  })
  .meta({ description: 'with their signs; they add up to the balance' })

const blockNumber = z
  .string()
  .regex(/^\d{1,18}$/)
  .default('0')

const link = {
  block: z.string(),
  first_seq: z.string(),
  last_seq: z.string(),
  chained_at: z.string().meta({ description: 'in microseconds' }),
  digest: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
}

const journalBlock = z.object({
  ...link,
  leaves: z.string().meta({ description: "the hashes of all its rows, other people's too" }),
  rows: z.array(
    z.object({
      seq: z.string(),
      kind: z.string(),
      what: z.string(),
      day,
      debit: z.string(),
      credit: z.string(),
      amount: usd,
      text: z
        .string()
        .nullable()
        .meta({ description: 'what its hash is taken of, where it is all the member’s' }),
    }),
  ),
})

/** A month as far as `to`, or from its first day to today, where a side is left open. */
const period = z.object({ from: day.optional(), to: day.optional() })

const password = z.string().min(1, 'Please enter your password.').max(1024)

const dataExport = z.object({
  _id: z.string(),
  status: z.enum(['waiting', 'ready', 'failed', 'gone']),
  doneParts: z.int(),
  allParts: z.int(),
  requestedAt: instant,
  readyAt: instant.nullable(),
  expiresAt: instant.nullable(),
  bytes: z.string().nullable(),
  sha256: z.string().nullable(),
})

export const portfolioContract = {
  user: member
    .route({ method: 'GET', path: '/user', summary: 'Who I am and what I have', tags })
    .output(
      buildEnvelope(
        z.object({
          _id: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          email: z.string(),
          status: z.enum(MEMBER_STATUSES),
          phone_number: z.string(),
          referral_code: z.string(),
          total_balance: usd.meta({ description: 'returns paid and not withdrawn' }),
          withdrawable_balance: usd.meta({ description: 'cash and open principal' }),
          total_invest: usd.meta({ description: 'sum of completed deposits' }),
          total_withdrawal: usd.meta({ description: 'sum of completed withdrawals' }),
          accrued: usd.meta({ description: 'an estimate of terms that run; in no balance' }),
          due: usd.meta({ description: 'of terms that have ended, not paid yet; in no balance' }),
          createdAt: instant,
          country: z.string(),
          cash: usd,
          principal: usd,
          held: usd.meta({ description: 'set aside for withdrawals that are not paid yet' }),
        }),
      ),
    ),
  dataExports: member
    .route({ method: 'GET', path: '/user/data-exports', summary: 'The files of my own data', tags })
    .output(buildEnvelope(z.array(dataExport))),
  requestDataExport: member
    .route({
      method: 'POST',
      path: '/user/data-exports',
      summary: 'Request my data export',
      tags,
    })
    .input(z.object({ password }))
    .output(buildEnvelope(dataExport)),
  dataExportFile: member
    .route({
      method: 'GET',
      path: '/user/data-exports/{id}/file',
      summary: 'My own data, as JSON',
      tags,
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(z.file()),
  closing: member
    .route({
      method: 'GET',
      path: '/user/closing',
      summary: 'The obstacles to closing my account',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          phrase: z.string().meta({ description: 'what has to be typed' }),
          obstacles: z.array(z.object({ code: z.string(), text: z.string(), to: z.string() })),
          retention: z.object({ proofDays: z.int(), messageDays: z.int() }),
        }),
      ),
    ),
  close: member
    .route({ method: 'POST', path: '/user/closing', summary: 'Close my account, for good', tags })
    .input(z.object({ password, confirmation: z.string().max(100) }))
    .output(messageOnly),
  entries: member
    .route({ method: 'GET', path: '/user/entries', summary: 'My newest journal rows', tags })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) }))
    .output(buildEnvelope(z.array(entry))),
  statement: member
    .route({
      method: 'GET',
      path: '/user/statement',
      summary: 'My statement of a period',
      tags,
    })
    .input(period)
    .output(
      buildEnvelope(
        z.object({
          from: day,
          to: day,
          opening: subAccountBalances,
          lines: z.array(statementLine),
          sums: z.object(sums),
          closing: subAccountBalances,
          head,
        }),
      ),
    ),
  statementCsv: member
    .route({
      method: 'GET',
      path: '/user/statement.csv',
      summary: 'The statement for a spreadsheet',
      tags,
    })
    .input(period)
    .output(z.file()),
  statementPdf: member
    .route({ method: 'GET', path: '/user/statement.pdf', summary: 'The statement as PDF', tags })
    .input(period)
    .output(z.file()),
  balance: member
    .route({
      method: 'GET',
      path: '/user/balance',
      summary: 'What was owed to me at the end of a day',
      tags,
    })
    .input(z.object({ on: day.optional() }))
    .output(
      buildEnvelope(
        z.object({
          on: day,
          today: day,
          joined: day.meta({
            description: 'the first day that a statement has anything to say of',
          }),
          ...subAccountBalances.shape,
          head,
        }),
      ),
    ),
  year: member
    .route({
      method: 'GET',
      path: '/user/year',
      summary: 'What changed my total in a year, by month',
      tags,
    })
    .input(z.object({ year: z.coerce.number().int().min(2000).max(9999).optional() }))
    .output(
      buildEnvelope(
        z.object({
          year: z.int(),
          from: day,
          to: day,
          opening: usd,
          ...sums,
          closing: usd,
          head,
          months: z.array(z.object({ month: z.string(), opening: usd, ...sums, closing: usd })),
        }),
      ),
    ),
  course: member
    .route({
      method: 'GET',
      path: '/user/course',
      summary: 'My value over time',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          today: day,
          sum: z.object({ terms: sumTerms, balance: usd }),
          points: z.array(z.object({ day, owed: usd, paidIn: usd })).meta({
            description: 'ends of the days with a change, from the hash chain',
          }),
          months: z.array(z.object({ month: z.string(), returns: usd, losses: usd })),
          head,
        }),
      ),
    ),
  figure: member
    .route({ method: 'GET', path: '/user/figure', summary: 'The entries behind a figure', tags })
    .input(
      z.object({
        figure: z.enum(FIGURE_NAMES),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
    )
    .output(
      buildEnvelope(
        z.object({
          total: usd.meta({ description: 'of all entries, those of other pages too: the figure' }),
          entries: z.array(figureEntry),
          next: z.string().nullable().meta({ description: 'send as `before` to read on' }),
        }),
      ),
    ),
  chainProofs: member
    .route({
      method: 'GET',
      path: '/user/chain-blocks',
      summary: 'The blocks with my entries',
      tags,
    })
    .input(z.object({ after: blockNumber }))
    .output(
      buildEnvelope(z.object({ blocks: z.array(journalBlock), next: z.string().nullable() })),
    ),
  chain: member
    .route({
      method: 'GET',
      path: '/user/chain',
      summary: 'The hash chain after a block',
      tags,
    })
    .input(z.object({ after: blockNumber }))
    .output(
      buildEnvelope(z.object({ links: z.array(z.object(link)), next: z.string().nullable() })),
    ),
}
