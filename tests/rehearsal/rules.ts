import europeanUnion from '../../src/modules/eligibility/samples/european-union.json' with {
  type: 'json',
}

export const COOLING_OFF_HOURS = 24
/** The category that the member of the rehearsal declares. */
export const CATEGORY = 'non_sophisticated'

const { questionnaire, operations, texts } = europeanUnion

/** Returns the answers that the rules count as right. */
export const answerQuestions = () =>
  questionnaire.questions.map(({ id, right }) => ({ id, option: right }))

/** Writes the operator's rules of the rehearsal: for every country, with each kind of step. */
export const writeRules = () =>
  JSON.stringify({
    ...europeanUnion,
    key: 'default',
    version: 2,
    name: 'Every country, for a rehearsal',
    note: 'Rules of a rehearsal. They describe the legal requirements of no country.',
    sample: false,
    texts: {
      ...texts,
      terms: { id: 'terms-rehearsal', version: '1', text: 'Terms of a rehearsal.' },
    },
    countries: ['*'],
    coolingOffHours: COOLING_OFF_HOURS,
    operations: {
      ...operations,
      deposit: { ...operations.deposit, levels: operations.invest.levels },
    },
  })
