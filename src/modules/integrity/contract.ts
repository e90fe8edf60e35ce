import { z } from 'zod'
import { isDay } from '#lib/dates.ts'
import { CURRENCIES } from '#lib/money.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, usd } from '#platform/http/schemas.ts'

const tags = ['Ledger']
const currency = z.enum(CURRENCIES)
const amount = z
  .string()
  .meta({ description: 'in whole units of the currency, exact; credits minus debits' })
const number = z.string().meta({ description: 'a journal number' })
const account = z.string().min(1).max(120)
const WHEN = 'Enter a journal number or a date such as 2026-11-20.'
const at = z
  .string()
  .regex(/^(\d{1,18}|\d{4}-\d\d-\d\d)$/, { error: WHEN, abort: true })
  .refine((text) => /^\d{1,18}$/.test(text) || isDay(text), WHEN)
  .optional()
  .meta({
    description: 'a journal number, or the end of a business date; the current state without it',
  })

const problem = z.object({
  invariant: z.int(),
  promise: z.string(),
  problem: z.string(),
  subject: z.string(),
})

const check = z.object({
  whole: z.boolean().meta({ description: 'the whole ledger, or rows since the last check' }),
  after: number,
  upto: number,
  startedAt: instant,
  finishedAt: instant,
  problems: z.array(problem).meta({ description: 'problems that are not accepted' }),
  accepted: z.array(problem).meta({ description: 'problems that two admins accepted' }),
})

const state = z.object({
  frozen: z
    .object({
      because: z.string(),
      since: instant,
      found: z
        .array(problem)
        .meta({ description: 'blocking problems that no later check has cleared' }),
      proposed: z
        .object({ by: z.string(), at: instant })
        .nullable()
        .meta({ description: 'a proposal to unfreeze that waits for a second admin' }),
    })
    .nullable(),
  head: z
    .object({ block: number, seq: number, hash: z.string() })
    .nullable()
    .meta({ description: 'the head of the hash chain' }),
  good: check.nullable().meta({ description: 'the last check without problems' }),
  anchor: z
    .object({
      day,
      block: number,
      seq: number,
      hash: z.string(),
      owed: usd,
      publishedAt: instant,
      auditHead: z
        .object({ place: number, hash: z.string() })
        .nullable()
        .meta({ description: 'the head of the audit log' }),
    })
    .nullable()
    .meta({ description: 'the last anchor published outside the database' }),
})

const line = z.object({
  seq: number,
  postedAt: instant,
  effective: day,
  kind: z.string(),
  other: z.string(),
  change: amount,
  balance: amount,
  reference: z.string(),
  reason: z.string().nullable(),
})

const accountLine = z.object({
  account,
  class: z.string(),
  currency,
  balance: amount,
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  openedAt: instant,
  closed: z.boolean(),
})

const journalRow = z.object({
  _id: z.string(),
  seq: number.nullable().meta({ description: 'its journal number; null until it is chained' }),
  kind: z.string(),
  debit: z.string(),
  credit: z.string(),
  currency,
  amount: z.string(),
  effective: day,
  postedAt: instant,
  reference: z.string(),
  reason: z.string().nullable(),
  actor: z.string(),
  approval: z.string().nullable(),
  before: z.string().meta({ description: 'send as `before` for the next page' }),
})

const verification = z.object({
  _id: z.string(),
  by: z.string(),
  requestedAt: instant,
  finishedAt: instant.nullable(),
  failed: z.string().nullable(),
  stepsInAll: z.int(),
  steps: z.array(z.object({ name: z.string(), doneAt: z.string(), problems: z.array(problem) })),
})

const searchText = z.string().max(120).default('')

export const integrityContract = {
  accounts: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/accounts',
      summary: 'The accounts, by code',
      tags,
    })
    .input(
      z.object({
        search: searchText.meta({ description: "part of a code, or a member's e-mail address" }),
        class: z.string().max(40).optional(),
        after: z
          .string()
          .max(120)
          .optional()
          .meta({ description: 'the last code of the previous page' }),
      }),
    )
    .output(buildEnvelope(z.array(accountLine))),
  rows: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/rows',
      summary: 'Rows of the journal, newest first',
      tags,
    })
    .input(
      z.object({
        account: z.string().max(120).optional(),
        kind: z.string().max(60).optional(),
        reference: z.string().max(120).optional(),
        number: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional()
          .meta({ description: 'the journal number of one row' }),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      }),
    )
    .output(buildEnvelope(z.array(journalRow))),
  verifications: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/verifications',
      summary: 'Verifications of the whole ledger, with their progress',
      tags,
    })
    .output(buildEnvelope(z.array(verification))),
  verify: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/ledger/verifications',
      summary: 'Verify the whole ledger from its first row',
      tags,
    })
    .output(buildEnvelope(z.object({ _id: z.string() }))),
  copy: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/export',
      summary: 'The chained journal as a file that hledger or beancount checks',
      tags,
    })
    .input(z.object({ format: z.enum(['hledger', 'beancount']).default('hledger') }))
    .output(z.file()),
  state: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger',
      summary: 'The state of the ledger: freeze, chain, last check, last anchor',
      tags,
    })
    .output(buildEnvelope(state)),
  checks: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/checks',
      summary: 'Integrity checks, newest first',
      tags,
    })
    .output(buildEnvelope(z.array(check))),
  check: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/ledger/check',
      summary: 'Check the integrity of new rows',
      tags,
    })
    .output(buildEnvelope(check.nullable())),
  unfreeze: admin(...getPermittedRoles('ledger.unfreeze'))
    .route({
      method: 'POST',
      path: '/admin/ledger/unfreeze',
      summary: 'Propose to unfreeze the ledger',
      outputStructure: 'detailed',
      successStatus: 202,
      tags,
    })
    .input(z.object({ reason: z.string().max(1_000).default('') }))
    .output(
      z.object({ status: z.literal(202), body: buildEnvelope(z.object({ _id: z.string() })) }),
    ),
  balance: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/balance',
      summary: 'The balance of an account at any time',
      tags,
    })
    .input(z.object({ account, at }))
    .output(buildEnvelope(z.object({ account, currency, balance: amount }))),
  trialBalance: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/trial-balance',
      summary: 'The trial balance at any time',
      tags,
    })
    .input(z.object({ at }))
    .output(buildEnvelope(z.array(z.object({ currency, class: z.string(), balance: amount })))),
  statement: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/statement',
      summary: 'The statement of an account over business dates, with opening and closing balance',
      tags,
    })
    .input(
      z.object({
        account,
        from: day.optional().meta({ description: 'default: 90 days before the last day' }),
        to: day.optional().meta({ description: 'default: today' }),
      }),
    )
    .output(
      buildEnvelope(
        z.object({
          account,
          currency,
          from: day,
          to: day,
          opening: amount,
          lines: z.array(line),
          closing: amount,
        }),
      ),
    ),
}
