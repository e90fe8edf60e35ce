import { addDays } from '../../src/lib/dates.ts'
import { LEVEL_CHECKS, type Level } from '../../src/modules/verification/model.ts'
import { drawTestDocument } from '../../src/modules/verification/testing.ts'
import type { Environment } from './environment.ts'
import type { logInMember } from './people.ts'
import { answerQuestions, CATEGORY, COOLING_OFF_HOURS } from './rules.ts'
import type { Team } from './set-up.ts'
import type { Steps } from './steps.ts'

type Walk = {
  steps: Steps
  environment: Environment
  team: Team
  logIn: () => ReturnType<typeof logInMember>
}

const DETAILS = {
  birthDate: '1990-05-31',
  nationality: 'NG',
  street: '1 Rehearsal Street',
  city: 'Nowhere',
  postalCode: '100001',
  country: 'NG',
}
/** A photo, an identity document or a proof of address is renewed after a year. */
const RECHECK_DAYS = 365

/** Verifies the member up to a level: documents by the member, a review by staff. */
export async function verifyIdentity({ steps, environment, team, logIn }: Walk, level: Level) {
  await steps.run(`the member sends what ‘${level}’ needs`, async () => {
    const { verification } = await logIn()
    const { data: known } = await verification.mine()
    if (!known.details) await verification.saveDetails({ ...DETAILS, version: 0 })

    const { data } = await verification.begin({ level })
    const attempt = data.levels.find((one) => one.level === level)
    const id = attempt?.verification ?? ''
    for (const kind of attempt?.missing ?? []) {
      const file = new File([Uint8Array.from(await drawTestDocument())], `${kind}.png`)
      await verification.upload({ id, kind, file })
    }
    await verification.submit({ id })
  })
  await steps.run('staff view each document, confirm the checklist and pass it', async () => {
    const { verification } = await team.omar()
    const { data: queue } = await verification.queue({ status: 'in_review' })
    const id = queue.verifications[0]?._id ?? ''
    const { data: review } = await verification.review({ id })
    for (const { _id } of review.documents) await verification.document({ id: _id })

    const today = environment.clock.now().toISOString().slice(0, 10)
    const recheckOn = addDays(today, RECHECK_DAYS)
    await verification.pass({
      id,
      confirmed: [...LEVEL_CHECKS[level]],
      documentValidUntil: level === 'basic' ? addDays(recheckOn, 1) : null,
      recheckOn,
    })
  })
}

/** Takes the member through warning, cooling-off, category and questions, in the order shown. */
export async function passGate({ steps, environment, logIn }: Walk) {
  await steps.run(
    'the member confirms the warning, starts cooling-off, declares a category and answers',
    async () => {
      const { eligibility } = await logIn()
      const { data } = await eligibility.eligibility()
      const { id: textId, version, sha256: hash } = data.warning
      await eligibility.acknowledgeWarning({ textId, version, hash, confirmed: true })
      await eligibility.beginCoolingOff()
      const category = data.categories.find(({ id }) => id === CATEGORY)
      const statements = (category?.statements ?? []).map(({ id, kind }) => ({
        id,
        answer: kind === 'tick' ? 'ticked' : '50000',
      }))
      await eligibility.declareCategory({ category: CATEGORY, statements })
      const { data: result } = await eligibility.submitAnswers({ answers: answerQuestions() })
      return `${result.right} of ${result.of} right`
    },
  )
  await environment.advance(COOLING_OFF_HOURS + 1)
  return await steps.run(`${COOLING_OFF_HOURS} hours later no step is left`, async () => {
    const { eligibility } = await logIn()
    const { data } = await eligibility.eligibility()
    const left = data.checklist.find(({ operation }) => operation === 'deposit')
    if (left?.status !== 'allowed') throw new Error(JSON.stringify(left))
  })
}
