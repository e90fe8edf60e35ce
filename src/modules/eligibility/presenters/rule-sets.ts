import { createNotFoundError } from '#lib/errors.ts'
import { listApproverLabels, listProposals } from '#modules/approvals/queries.ts'
import { FORMER_STAFF_LABEL } from '#modules/identity/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { SAMPLE_RULES, SHIPPED_RULES } from '../adapters/sample-rules.ts'
import {
  EVERY_COUNTRY,
  type PublishedRules,
  parseProposedRules,
  RULES_PERMISSION,
  type RuleSet,
} from '../model.ts'
import {
  findPreviousRulesId,
  findPublishedRules,
  hashShown,
  listCurrentRules,
  listPublishedHashes,
  listReplacedRules,
} from '../queries.ts'

type Line = {
  _id: string
  rules: RuleSet
  status: 'in_force' | 'scheduled' | 'replaced' | 'waiting' | 'sample'
  effectiveFrom: string | null
  sha256: string
  by: string | null
  approvedBy: string | null
  at: Date | null
}

/** The id of a sample, such as `sample-united-kingdom`. */
const toSampleId = (key: string) => `sample-${key}`

/** Lists the rules that wait for a second admin. */
async function listWaitingLines({ db, clock }: App): Promise<Line[]> {
  const proposals = await listProposals(db, clock.now(), { state: 'waiting', limit: 200 })

  return proposals
    .filter(({ permission }) => permission === RULES_PERMISSION)
    .map(({ id, content, proposerLabel, proposedAt }): Line => {
      const { rules, sha256, effectiveFrom } = parseProposedRules(content)
      return {
        _id: id,
        rules,
        status: 'waiting',
        effectiveFrom,
        sha256,
        by: proposerLabel,
        approvedBy: null,
        at: proposedAt,
      }
    })
}

type PublishedLine = { published: PublishedRules; status: Line['status'] }

/**
 * Returns published rules as lines, with the names of the admins who proposed and approved them.
 */
async function toPublishedLines({ db }: App, lines: readonly PublishedLine[]): Promise<Line[]> {
  const staff = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  const approvers = await listApproverLabels(
    db,
    lines.map(({ published }) => published.approvalId),
  )

  return lines.map(({ published, status }) => ({
    _id: published.id,
    rules: published.rules,
    status,
    effectiveFrom: published.effectiveFrom,
    sha256: published.sha256,
    by: staff.get(published.publishedBy) ?? FORMER_STAFF_LABEL,
    approvedBy: approvers.get(published.approvalId) ?? FORMER_STAFF_LABEL,
    at: published.publishedAt,
  }))
}

/** Lists the samples; the shipped rules are in force until others are for every country. */
function listSampleLines(isReplaced: boolean): Line[] {
  return SAMPLE_RULES.map((rules) => ({
    _id: toSampleId(rules.key),
    rules,
    status: rules === SHIPPED_RULES && !isReplaced ? 'in_force' : 'sample',
    effectiveFrom: null,
    sha256: hashShown(rules),
    by: null,
    approvedBy: null,
    at: null,
  }))
}

/**
 * Lists proposals, the rules that are in force or follow, and the samples that were not published
 * as they are.
 */
async function listCurrentLines(app: App): Promise<Line[]> {
  const today = app.clock.today()
  const current = (await listCurrentRules(app.db, today)).map(
    (published): PublishedLine => ({
      published,
      status: published.effectiveFrom <= today ? 'in_force' : 'scheduled',
    }),
  )
  const samples = listSampleLines(
    current.some(
      ({ published: { rules }, status }) =>
        status === 'in_force' && rules.countries.includes(EVERY_COUNTRY),
    ),
  )
  const hashes = await listPublishedHashes(
    app.db,
    samples.map(({ sha256 }) => sha256),
  )

  return [
    ...(await listWaitingLines(app)),
    ...(await toPublishedLines(app, current)),
    ...samples.filter(({ status, sha256 }) => status === 'in_force' || !hashes.has(sha256)),
  ]
}

/** Lists a page of replaced rules. */
async function listReplacedLines(app: App, before?: bigint) {
  const { rules, next } = await listReplacedRules(app.db, app.clock.today(), before)
  const lines = rules.map((published): PublishedLine => ({ published, status: 'replaced' }))
  return { lines: await toPublishedLines(app, lines), next: next === null ? null : String(next) }
}

const toLineResponse = ({ rules, ...line }: Line) => ({
  ...line,
  key: rules.key,
  name: rules.name,
  version: rules.version,
  sample: rules.sample,
  countries: [...rules.countries],
})

/**
 * Returns the rules that staff see, without their content: on the first page all that apply or may,
 * then page by page those that were replaced.
 */
export async function buildRuleSetLines(app: App, before?: bigint) {
  const { lines, next } = await listReplacedLines(app, before)
  const current = before === undefined ? await listCurrentLines(app) : []
  return { ruleSets: [...current, ...lines].map(toLineResponse), next }
}

async function findReplacedLine(app: App, id: string): Promise<Line | undefined> {
  const published = await findPublishedRules(app.db, id)
  const lines: PublishedLine[] = published ? [{ published, status: 'replaced' }] : []
  return (await toPublishedLines(app, lines))[0]
}

/** Returns one version of rules with its content. Throws `not_found` (404). */
export async function buildRuleSet(app: App, id: string) {
  const line =
    (await listCurrentLines(app)).find((one) => one._id === id) ?? (await findReplacedLine(app, id))
  if (!line) throw createNotFoundError('These rules')

  return {
    ...toLineResponse(line),
    content: { ...line.rules } as Record<string, unknown>,
    previous: line.status === 'sample' ? null : await findPreviousRulesId(app.db, line.rules),
  }
}
