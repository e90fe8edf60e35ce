const RETURN =
  '(?:returns?|profits?|incomes?|interest|yields?|gains?|payouts?|earnings?|' +
  String.raw`\d+(?:\.\d+)?\s?%)`
const SURE = 'fixed|certain|sure|assured|secure|secured|locked[- ]in'

/** Claims about a return that can't be made truthfully (the honesty rules, rule 1). */
const CLAIMS = [
  'guarant(?:ee|ees|eed|eeing|y)',
  '(?:risk|loss)[- ]?(?:free|less|proof)',
  String.raw`(?:no|zero|without(?: any)?)(?: \w+)? risks?`,
  "(?:can ?not|can't|never|won't|will not|impossible to) lose",
  String.raw`(?:${SURE}) (?:\w+ )?${RETURN}`,
  String.raw`${RETURN} (?:is|are|will be|remains?) (?:\w+ )?(?:${SURE})`,
  '(?:certain|sure|bound) to (?:pay|earn|gain|grow|return|profit)',
  'always (?:pays?|earns?|gains?|grows?|profits?|profitable)',
  String.raw`(?:promise|promises|promised) (?:\w+ )?${RETURN}`,
  'safe(?:ly|st|r)?',
].map((claim) => new RegExp(String.raw`(?<![\w-])(?:${claim})(?![\w-])`, 'gi'))

/**
 * A denial that reaches the claim through these words only reverses it: 'no return is guaranteed'.
 */
const DENIED = new RegExp(
  String.raw`(?:\b(?:not|no|never|nothing|none|nor|neither|cannot|without)|n't)` +
    '(?: (?:a|an|any|the|its?|this|that|one|is|are|be|been|in|of|way|as|to|' +
    'target|plan|plans|returns?|profits?|income|principal|payment|payouts?))* $',
  'i',
)

const normaliseText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')

/**
 * Returns the first phrase of a text that promises a return, or null. It reads plain English and
 * guards against carelessness; the person who publishes a text stays responsible for it.
 */
export function findPromise(text: string): string | null {
  const normalised = normaliseText(text)
  const found = CLAIMS.flatMap((claim) => [...normalised.matchAll(claim)])
    .filter((match) => !DENIED.test(normalised.slice(0, match.index)))
    .sort((one, other) => one.index - other.index)
  return found[0]?.[0] ?? null
}
