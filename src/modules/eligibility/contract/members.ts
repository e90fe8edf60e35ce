import { z } from 'zod'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, messageOnly, usd } from '#platform/http/schemas.ts'
import { LEVELS, MAX_DECLARED_TEXT, OPERATIONS } from '../model.ts'

const tags = ['Eligibility']
const id = z.string().max(60)
const version = z.string().max(20)
const text = z.object({ id: z.string(), version: z.string(), text: z.string() })

const step = z.object({
  kind: z.string(),
  message: z.string(),
  until: instant.nullable().meta({ description: 'when a wait ends' }),
  level: z.enum(LEVELS).nullable(),
})

const checklistItem = z.object({
  operation: z.enum(OPERATIONS),
  label: z.string(),
  status: z.enum(['allowed', 'steps_left', 'waiting', 'not_offered']),
  steps: z.array(step),
})

const question = z.object({
  id: z.string(),
  matter: z.string(),
  text: z.string(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
})

const category = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  statements: z.array(
    z.object({ id: z.string(), text: z.string(), kind: z.enum(['tick', 'text', 'amount']) }),
  ),
})

const comingRules = z.object({
  effectiveFrom: day,
  name: z.string(),
  version: z.int(),
  changes: z.array(
    z.object({
      operation: z.enum(OPERATIONS),
      added: z.array(z.string()),
      removed: z.array(z.string()),
    }),
  ),
})

const eligibility = z.object({
  rules: z.object({
    name: z.string(),
    version: z.int(),
    sample: z.boolean(),
    sha256: z.string(),
  }),
  isFree: z.boolean().meta({ description: 'the sandbox asks for nothing under these rules' }),
  level: z.enum(LEVELS),
  levelLabel: z.string(),
  levelSteps: z.array(
    z.object({
      operation: z.enum(OPERATIONS),
      level: z.string(),
      from: usd,
      isTotal: z.boolean().meta({ description: 'counted as a sum; else by the single operation' }),
    }),
  ),
  riskWarning: text,
  terms: text,
  warning: text.extend({
    sha256: z.string().meta({ description: 'send it back when the member confirms the text' }),
    isAcknowledged: z.boolean(),
  }),
  categories: z.array(category),
  category: z
    .object({
      id: z.string(),
      name: z.string(),
      expiresOn: day,
      isCurrent: z
        .boolean()
        .meta({ description: 'hasn’t expired, and its wording is the same as in the rules' }),
    })
    .nullable(),
  questionnaire: z
    .object({
      questions: z.array(question),
      minRight: z.int(),
      passedUntil: day.nullable(),
      isExpired: z.boolean().meta({ description: 'an earlier result no longer counts' }),
      retakeAt: instant.nullable(),
      isWaiting: z.boolean().meta({ description: 'the wait after a failed attempt isn’t over' }),
      retakeWaitHours: z.int(),
    })
    .nullable(),
  coolingOff: z
    .object({ hours: z.int(), until: instant.nullable(), isOver: z.boolean() })
    .nullable()
    .meta({ description: 'the wait before the first investment; null without one' }),
  limits: z.array(
    z.object({ operation: z.enum(OPERATIONS), days: z.int(), limit: usd, used: usd, left: usd }),
  ),
  depositExcess: usd.meta({
    description: 'deposited above a limit and not withdrawn since: it stays in the balance',
  }),
  coming: z.array(comingRules).meta({ description: 'the rules that follow, the next ones first' }),
  checklist: z.array(checklistItem),
})

/** The calls that read what a member has to do before an operation, and those that do it. */
export const memberCalls = {
  eligibility: member
    .route({
      method: 'GET',
      path: '/users/eligibility',
      summary: 'Get the rules of the member’s country, their limits and the steps that are left',
      tags,
    })
    .output(buildEnvelope(eligibility)),
  declareCategory: member
    .route({
      method: 'POST',
      path: '/users/eligibility/category',
      summary: 'Declare which kind of investor the member is',
      tags,
    })
    .input(
      z.object({
        category: id,
        statements: z
          .array(z.object({ id, answer: z.string().max(MAX_DECLARED_TEXT * 2) }))
          .max(20)
          .default([])
          .meta({ description: 'each with what was filled in, or “ticked”' }),
      }),
    )
    .output(messageOnly),
  submitAnswers: member
    .route({
      method: 'POST',
      path: '/users/eligibility/questions',
      summary: 'Answer the appropriateness questions',
      tags,
    })
    .input(
      z.object({
        answers: z
          .array(z.object({ id, option: id }))
          .max(40)
          .default([]),
      }),
    )
    .output(
      buildEnvelope(
        z.object({
          passed: z.boolean(),
          right: z.int(),
          of: z.int(),
          validUntil: day.nullable(),
          retakeAt: z.string().nullable().meta({ description: 'from when it can be repeated' }),
        }),
      ),
    ),
  acknowledgeWarning: member
    .route({
      method: 'POST',
      path: '/users/eligibility/warning',
      summary: 'Confirm that the member has read the risk warning',
      tags,
    })
    .input(
      z.object({
        textId: id,
        version,
        hash: z.string().max(64).meta({ description: 'the SHA-256 of the text that was shown' }),
        confirmed: z.boolean().default(false),
      }),
    )
    .output(messageOnly),
  beginCoolingOff: member
    .route({
      method: 'POST',
      path: '/users/eligibility/cooling-off',
      summary: 'Begin the cooling-off period before the first investment',
      tags,
    })
    .output(buildEnvelope(z.object({ until: instant }))),
  evidence: member
    .route({
      method: 'GET',
      path: '/users/eligibility/evidence.json',
      summary: 'Download what the member was shown, answered and ticked',
      tags,
    })
    .output(z.file()),
}
