import { formatUtcMinute } from '#lib/dates.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type Answers, type AttemptResult, judgeAnswers, refusals } from '../model.ts'
import { loadEligibility } from '../queries.ts'
import { storeEvidence } from '../steps/store-evidence.ts'

export type SubmitAnswers = { answers: Answers; sessionId: string }

/**
 * Records an attempt at the appropriateness questions, and returns its result. Throws
 * `no_questions` and `retake_wait` (409), and `answer_missing` (400).
 */
export async function submitAnswers(
  app: Pick<App, 'db' | 'clock'>,
  member: Member,
  { answers, sessionId }: SubmitAnswers,
): Promise<AttemptResult> {
  assertActive(member)

  return await runInTransaction(app.db, async (tx) => {
    await lockMemberMoney(tx, member.id)

    const eligibility = await loadEligibility(tx, app, member.id)
    const { questionnaire } = eligibility.rules
    if (!questionnaire) throw refusals.noQuestions()

    const now = app.clock.now()
    const { retakeAt } = eligibility.facts.questionnaire
    if (retakeAt && retakeAt > now)
      throw refusals.retakeWait(`You can answer again from ${formatUtcMinute(retakeAt)}.`)

    const result = judgeAnswers(questionnaire, answers, { now, today: app.clock.today() })
    const { right, of, passed, validUntil } = result
    const chosen = questionnaire.questions.map(({ id }) => ({ id, option: answers[id] }))
    const id = await storeEvidence(tx, app, eligibility, {
      kind: 'questionnaire',
      sessionId,
      text: {
        id: questionnaire.id,
        version: questionnaire.version,
        shown: questionnaire.questions.map(({ right: _, ...question }) => question),
      },
      answered: { chosen, right, of, needed: questionnaire.minRight },
      passed,
      validUntil,
      retryAt: result.retakeAt ? new Date(result.retakeAt) : null,
    })

    await record(tx, now, member, 'eligibility.answered', id, { passed, right, of })

    return result
  })
}
