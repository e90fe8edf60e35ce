import { createNotFoundError } from '#lib/errors.ts'
import { listProposals } from '#modules/approvals/queries.ts'
import { listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { SAMPLE_RULES, SHIPPED_RULES } from '../adapters/sample-rules.ts'
import {
  type PublishedRules,
  parseProposedRules,
  RULES_PERMISSION,
  type RuleSet,
} from '../model.ts'
import { hashShown, listInForce, listRuleSets } from '../queries.ts'

type Line = {
  _id: string
  rules: RuleSet
  status: 'in_force' | 'scheduled' | 'replaced' | 'waiting' | 'sample'
  effectiveFrom: string | null
  sha256: string
  by: string | null
  at: Date | null
}

/** The id of a sample, such as `sample-united-kingdom`. */
const toSampleId = (key: string) => `sample-${key}`

/** Lists published rules, proposals and samples; the shipped rules are in force until replaced. */
async function listLines(app: App): Promise<Line[]> {
  const published = await listRuleSets(app.db)
  const inForce = await listInForce(app.db, app.clock.today())
  const staff = new Map((await listStaff(app.db)).map(({ id, label }) => [id, label]))
  const proposals = await listProposals(app.db, app.clock.now(), { state: 'waiting', limit: 200 })
  const today = app.clock.today()
  const isReplaced = published.some(
    ({ id, rules }) => inForce.has(id) && rules.countries.includes('*'),
  )

  return [
    ...proposals
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
          at: proposedAt,
        }
      }),
    ...published.map(
      ({ id, rules, sha256, effectiveFrom, publishedBy, publishedAt }): Line => ({
        _id: id,
        rules,
        status: inForce.has(id) ? 'in_force' : effectiveFrom > today ? 'scheduled' : 'replaced',
        effectiveFrom,
        sha256,
        by: staff.get(publishedBy) ?? 'Former staff member',
        at: publishedAt,
      }),
    ),
    ...SAMPLE_RULES.map(
      (rules): Line => ({
        _id: toSampleId(rules.key),
        rules,
        status: rules === SHIPPED_RULES && !isReplaced ? 'in_force' : 'sample',
        effectiveFrom: null,
        sha256: hashShown(rules),
        by: null,
        at: null,
      }),
    ).filter(({ status, sha256 }) => status === 'in_force' || !isPublished(sha256, published)),
  ]
}

/** Returns whether a sample was published as it is: then its published version alone is listed. */
const isPublished = (sampleSha256: string, published: readonly PublishedRules[]) =>
  published.some(({ sha256 }) => sha256 === sampleSha256)

const toLineResponse = ({ rules, ...line }: Line) => ({
  ...line,
  key: rules.key,
  name: rules.name,
  version: rules.version,
  sample: rules.sample,
  countries: [...rules.countries],
})

/** Returns the rules that staff see, without their content. */
export const buildRuleSetLines = async (app: App) => (await listLines(app)).map(toLineResponse)

/** Returns one version of rules with its content. Throws `not_found` (404). */
export async function buildRuleSet(app: App, id: string) {
  const line = (await listLines(app)).find((one) => one._id === id)
  if (!line) throw createNotFoundError('These rules')
  return { ...toLineResponse(line), content: { ...line.rules } as Record<string, unknown> }
}
