import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, usd } from '#platform/http/schemas.ts'
import { number, tags } from './fields.ts'

export const problem = z.object({
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
  overdue: z.boolean().meta({ description: 'whether that check is older than it should be' }),
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

/** Integrity checks and the freeze. */
export const checkCalls = {
  state: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger',
      summary: 'Get the state of the ledger: freeze, chain, last check, last anchor',
      tags,
    })
    .output(buildEnvelope(state)),
  checks: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/checks',
      summary: 'List integrity checks, newest first',
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
}
