import europeanUnion from '../../src/modules/eligibility/samples/european-union.json' with {
  type: 'json',
}

export const COOLING_OFF_HOURS = 24
/** The category that the member of the rehearsal declares. */
export const CATEGORY = 'non_sophisticated'

const { questionnaire, acts } = europeanUnion

/** Returns the answers that the rules count as right. */
export const answerQuestions = () =>
  Object.fromEntries(questionnaire.questions.map(({ id, right }) => [id, right]))

/** Writes the operator's rules of the rehearsal: for every country, with each kind of step. */
export const writeRules = () =>
  JSON.stringify({
    ...europeanUnion,
    key: 'default',
    version: 2,
    name: 'Every country, for a rehearsal',
    note: 'Rules of a rehearsal. They say nothing about the law of a country.',
    sample: false,
    countries: ['*'],
    coolingOffHours: COOLING_OFF_HOURS,
    acts: { ...acts, deposit: { ...acts.deposit, levels: acts.invest.levels } },
  })
