import { viewClosedIdentity } from '#modules/identity/commands/view-closed-identity.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { toJsonText } from '#platform/http/json.ts'
import { limit } from '#platform/http/limit.ts'
import { acknowledgeWarning } from './commands/acknowledge-warning.ts'
import { beginCoolingOff } from './commands/begin-cooling-off.ts'
import { declareCategory } from './commands/declare-category.ts'
import { proposeRules } from './commands/propose-rules.ts'
import { submitAnswers } from './commands/submit-answers.ts'
import { eligibilityContract } from './contract.ts'
import { computeEarliestDay, LIMITS } from './model.ts'
import { listConsentResponses } from './presenters/consents.ts'
import { toEligibilityResponse, toEvidenceResponse } from './presenters/eligibility.ts'
import { buildEvidenceFile } from './presenters/evidence-file.ts'
import { renderEvidencePdf } from './presenters/evidence-pdf.ts'
import { buildRuleSet, buildRuleSetLines } from './presenters/rule-sets.ts'
import { listComingRules, listEvidence, loadEligibility } from './queries.ts'

const calls = implementCalls(eligibilityContract)

/** Returns the evidence of a member; that of a closed account records who read its details. */
async function loadEvidence(app: App, admin: Staff, memberId: string) {
  const closed = await viewClosedIdentity(app, admin, memberId)
  return await buildEvidenceFile(app, memberId, closed)
}

export const eligibilityApi = calls.router({
  eligibility: calls.eligibility.handler(async ({ context: { app, member } }) => {
    const eligibility = await loadEligibility(app.db, app, member().id)
    const coming = await listComingRules(app.db, app, eligibility)
    const { cash } = await getMemberBalances(app.db, member().id)
    return { message: 'Eligibility', data: toEligibilityResponse(eligibility, app, coming, cash) }
  }),
  declareCategory: calls.declareCategory.handler(async ({ context, input }) => {
    const { app, member, session } = context
    await limit(app, 'eligibility', member().id, LIMITS.writes)
    await declareCategory(app, member(), {
      category: input.category,
      statements: Object.fromEntries(input.statements.map(({ id, answer }) => [id, answer])),
      sessionId: session?.id ?? '',
    })
    return { message: 'Declaration saved.' }
  }),
  submitAnswers: calls.submitAnswers.handler(async ({ context, input }) => {
    const { app, member, session } = context
    await limit(app, 'eligibility', member().id, LIMITS.writes)
    const data = await submitAnswers(app, member(), {
      answers: Object.fromEntries(input.answers.map(({ id, option }) => [id, option])),
      sessionId: session?.id ?? '',
    })
    return { message: data.passed ? 'Passed.' : 'Not passed.', data }
  }),
  acknowledgeWarning: calls.acknowledgeWarning.handler(async ({ context, input }) => {
    const { app, member, session } = context
    await limit(app, 'eligibility', member().id, LIMITS.writes)
    const { hash: sha256, ...read } = input
    await acknowledgeWarning(app, member(), { ...read, sha256, sessionId: session?.id ?? '' })
    return { message: 'Confirmed.' }
  }),
  beginCoolingOff: calls.beginCoolingOff.handler(async ({ context }) => {
    const { app, member, session } = context
    await limit(app, 'eligibility', member().id, LIMITS.writes)
    const until = await beginCoolingOff(app, member(), { sessionId: session?.id ?? '' })
    return { message: 'Your cooling-off period has begun.', data: { until } }
  }),
  evidence: calls.evidence.handler(async ({ context: { app, member } }) => {
    const { id } = member()
    const consents = await listConsentResponses(app.db, id)
    const evidence = (await listEvidence(app.db, id)).map(toEvidenceResponse)
    const text = toJsonText({ format: 'candor-evidence/1', consents, evidence })
    return new File([text], 'evidence.json', {
      type: 'application/json',
    })
  }),
  ruleSets: calls.ruleSets.handler(async ({ context: { app }, input: { before } }) => ({
    message: 'Eligibility rules',
    data: {
      ...(await buildRuleSetLines(app, before === undefined ? undefined : BigInt(before))),
      earliest: computeEarliestDay(app.clock.today(), app.config.MODE),
    },
  })),
  ruleSet: calls.ruleSet.handler(async ({ context: { app }, input }) => ({
    message: 'Eligibility rules',
    data: await buildRuleSet(app, input.id),
  })),
  proposeRules: calls.proposeRules.handler(async ({ context: { app, admin }, input }) => {
    await proposeRules(app, admin(), input)
    return { message: 'Proposed. Another admin has to approve.' }
  }),
  evidenceFile: calls.evidenceFile.handler(async ({ context: { app, admin }, input }) => {
    const file = await loadEvidence(app, admin(), input.id)
    return new File([toJsonText(file)], `evidence-${input.id}.json`, { type: 'application/json' })
  }),
  evidencePdf: calls.evidencePdf.handler(async ({ context: { app, admin }, input }) => {
    const pdf = await renderEvidencePdf(app, await loadEvidence(app, admin(), input.id))
    return new File([pdf], `evidence-${input.id}.pdf`, { type: 'application/pdf' })
  }),
})
