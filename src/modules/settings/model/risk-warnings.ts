/** The risk warning in the footer of public pages and on their pictures for social networks. */
export const RISK_WARNING =
  'Investing puts your money at risk. You may get back less than you invest, and returns are ' +
  'not guaranteed.'

/**
 * The risk warning on every public page, in the wording that one regulator prescribes; an operator
 * elsewhere has another.
 */
export const RISK_STRIP =
  'Don’t invest unless you’re prepared to lose all the money you invest. This is a ' +
  'high-risk investment and you should not expect to be protected if something goes wrong.'

/** The words that end a risk warning and lead to the two-minute summary of the risks. */
export const LEARN_MORE = 'Take 2 mins to learn more'
export const RISK_SUMMARY_PATH = '/legal/risk-disclosure#summary'
