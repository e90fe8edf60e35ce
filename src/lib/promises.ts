import { foldLookalikes, foldPunctuation, removeInvisible } from './fold-letters.ts'

const RETURN =
  '(?:returns?|profits?|incomes?|interest|yields?|gains?|payouts?|earnings?|' +
  String.raw`\d+(?:\.\d+)?\s?%)`
const SURE = 'fixed|certain|sure|assured|secure|secured|locked[- ]in'

const MONEY =
  '(?:capital|principal|money|funds?|deposits?|investments?|savings|stakes?|amount invested)'
const PROTECTED =
  '(?:fully |completely |always |100 ?% |totally )?' +
  '(?:protected|insured|preserved|covered|secured?|guarded|untouchable|backed)'
const BACKER =
  '(?:(?:physical |real |pure |solid |our )*' +
  '(?:gold|silver|bullion|reserves?|insurance|insurers?)|' +
  '(?:the |a |your )?(?:government|state|central bank|treasury))'

/** Claims about a return or a loss that can't be made truthfully (the honesty rules, rule 1). */
const CLAIMS = [
  'guarant(?:ee|ees|eed|eeing|y)',
  '(?:risk|loss|worry)[- ]?(?:free|less|proof)',
  String.raw`(?:no|zero|without(?: any)?)(?: \w+)? risks?`,
  '(?:no|zero)[- ]?risks?',
  '(?:no|zero|without(?: any)?|limited to no) ' +
    '(?:down ?side|chance of (?:a )?loss|possibility of (?:a )?loss)',
  "(?:can ?not|can't|never|won't|will not|impossible to|no way to) lose",
  'nothing to lose',
  "(?:can ?not|can't|never|won't|will not) (?:fail|fails|go wrong|go down|lose value|default)",
  `${MONEY} (?:is|are|will be|remains?|stays?) ${PROTECTED}`,
  `${MONEY}[- ](?:protected|protection|insured|insurance|preserved)`,
  `(?:protected|preserved|insured|secured) ${MONEY}`,
  '(?:secured|backed|insured|protected|covered|underwritten|collaterali[sz]ed) ' +
    `(?:\\w+ )?(?:by|with) ${BACKER}`,
  '(?:gold|government|state|insurance|treasury)[- ](?:backed|secured|insured)',
  '(?:bullet|fool|fail|recession|crash)[- ]?(?:proof|safe)',
  'sure[- ](?:thing|bet|fire|win|profits?|returns?)',
  '100 ?% (?:secure|sure|certain|profit|profitable|success)',
  "(?:you|investors|members|we)(?: will|'ll) " +
    String.raw`(?:\w+ )?(?:earn|make|gain) (?:\w+ )?\d+(?:\.\d+)? ?%`,
  'without fail',
  '(?:double|triple) your (?:money|investment|deposit|capital)',
  String.raw`(?:${SURE}) (?:\w+ )?${RETURN}`,
  String.raw`${RETURN} (?:is|are|will be|remains?) (?:\w+ )?(?:${SURE})`,
  '(?:certain|sure|bound) to (?:pay|earn|gain|grow|return|profit)',
  '(?:will|does) (?:definitely|certainly|surely|always|undoubtedly) ' +
    '(?:pay|earn|gain|grow|return|profit)',
  'always (?:pays?|earns?|gains?|grows?|profits?|profitable)',
  String.raw`(?:promise|promises|promised|ensured?|ensures|warrant(?:s|ed)?) (?:\w+ )?${RETURN}`,
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

/** Returns a text as a person reads it: one spelling for each way to draw a letter. */
const normaliseText = (text: string) =>
  foldPunctuation(
    foldLookalikes(removeInvisible(text.normalize('NFKC')))
      .normalize('NFD')
      .replace(/\p{Mn}/gu, ''),
  )

/** Joins the letters of words that are written apart: 'g u a r a n t e e d', 'r.i.s.k'. */
const joinLetters = (text: string) =>
  text.replace(/(?<![a-z0-9])[a-z](?:[ ._*·|/-]{1,3}[a-z]){3,}(?![a-z0-9])/gi, (letters) =>
    letters.replace(/[^a-z]/gi, ''),
  )

const DIGITS: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

/** Replaces digits and signs inside a word by the letters they stand for: 'gu4rant33d'. */
const replaceDigits = (text: string) =>
  text.replace(/(?<=[a-z])[013457@$]+(?=[a-z])/gi, (signs) =>
    [...signs].map((sign) => DIGITS[sign]).join(''),
  )

/** Joins the parts of words that are cut by signs: 'guar-an-teed', 'risk*free'. */
const joinParts = (text: string) => text.replace(/(?<=[a-z])[-._*·|/]+(?=[a-z])/gi, '')

function findClaim(text: string): string | null {
  const found = CLAIMS.flatMap((claim) => [...text.matchAll(claim)])
    .filter((match) => !DENIED.test(text.slice(0, match.index)))
    .sort((one, other) => one.index - other.index)

  return found[0]?.[0] ?? null
}

/**
 * Returns the first phrase of a text that promises a return, or null. It reads plain English, also
 * with letters of other scripts, invisible characters or letters apart, and guards against
 * carelessness and simple tricks; the person who publishes a text stays responsible for it.
 */
export function findPromise(text: string): string | null {
  const plain = normaliseText(text)
  const spelled = replaceDigits(joinLetters(plain))

  return findClaim(plain) ?? findClaim(spelled) ?? findClaim(joinParts(spelled))
}
