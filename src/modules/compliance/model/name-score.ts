import { compareTokens, computeJaroWinkler, type Token } from './similarity.ts'

/** A word of a name and its weight: the rarer on the lists, the heavier. */
export type WeightedToken = { token: Token; weight: number }

const INITIAL_SIMILARITY = 0.9
/** An initial says little, whatever the word that it stands for. */
export const INITIAL_WEIGHT = 1.5
/** The part of a word's weight that its initial covers. */
const INITIAL_COVERAGE = 0.5
/** "Y. Petrov" is "Evgeny Petrov": these beginnings are spellings of one sound. */
const SAME_INITIALS = /^[eiy]{2}$/
const MIN_JOINED_SIMILARITY = 0.93
/** The part of the score that depends on how much of the longer name is matched. */
const COVERAGE_SHARE = 0.35
const SINGLE_WORD_FACTOR = 0.75

/**
 * Compares two names whatever the order of their words, 0 to 1: each word of the shorter name is
 * paired with its most similar word, the mean is weighted by rarity, and words of the longer name
 * without a partner lower it.
 */
export function compareNames(
  one: readonly WeightedToken[],
  other: readonly WeightedToken[],
): number {
  if (one.length === 0 || other.length === 0) return 0

  const first = joinSplitTokens(one, other)
  const second = joinSplitTokens(other, one)
  const [shorter, longer] = first.length <= second.length ? [first, second] : [second, first]
  const pairs = matchTokens(shorter, longer)

  let total = 0
  let similar = 0
  let covered = 0
  for (const [at, { weight, token }] of shorter.entries()) {
    const pair = pairs[at]
    const applied = pair?.isInitial || token.text.length === 1 ? INITIAL_WEIGHT : weight
    total += applied
    similar += applied * (pair?.similarity ?? 0)
    if (pair) covered += pair.isInitial ? pair.weight * INITIAL_COVERAGE : pair.weight
  }

  const coverage = Math.min(1, covered / longer.reduce((sum, { weight }) => sum + weight, 0))
  const factor =
    shorter.length === 1 && longer.length > 1
      ? SINGLE_WORD_FACTOR
      : 1 - COVERAGE_SHARE + COVERAGE_SHARE * coverage
  return (similar / total) * factor
}

type Pair = { place: number; similarity: number; weight: number; isInitial: boolean }

/** Pairs the heaviest words first; a word has one partner. */
function matchTokens(
  shorter: readonly WeightedToken[],
  longer: readonly WeightedToken[],
): (Pair | undefined)[] {
  const pairs: (Pair | undefined)[] = []
  const taken = new Set<number>()
  const order = [...shorter.keys()].sort(
    (one, other) => (shorter[other]?.weight ?? 0) - (shorter[one]?.weight ?? 0),
  )

  for (const at of order) {
    let best: Pair | undefined
    for (const [place, { token, weight }] of longer.entries()) {
      if (taken.has(place)) continue
      const pair = {
        place,
        weight,
        ...compareOrInitial((shorter[at] as WeightedToken).token, token),
      }
      if (pair.similarity > (best?.similarity ?? 0)) best = pair
    }

    pairs[at] = best
    if (best) taken.add(best.place)
  }

  return pairs
}

function compareOrInitial(one: Token, other: Token): { similarity: number; isInitial: boolean } {
  const isInitial = (one.text.length === 1) !== (other.text.length === 1)
  if (!isInitial) return { similarity: compareTokens(one, other), isInitial }

  const initials = `${one.text[0]}${other.text[0]}`
  const isSame = initials[0] === initials[1] || SAME_INITIALS.test(initials)
  return { similarity: isSame ? INITIAL_SIMILARITY : 0, isInitial }
}

/** Joins two neighbouring words that the other name writes as one: "Jin Ping" and "Jinping". */
function joinSplitTokens(
  name: readonly WeightedToken[],
  other: readonly WeightedToken[],
): readonly WeightedToken[] {
  for (let at = 0; at + 1 < name.length; at++) {
    const [first, second] = [name[at] as WeightedToken, name[at + 1] as WeightedToken]
    const length = first.token.text.length + second.token.text.length
    const whole = other.find(
      ({ token }) =>
        Math.abs(token.text.length - length) < 3 &&
        token.text[0] === first.token.text[0] &&
        token.text.length > Math.max(first.token.text.length, second.token.text.length) + 1 &&
        computeJaroWinkler(first.token.text + second.token.text, token.text) >=
          MIN_JOINED_SIMILARITY,
    )
    if (whole) return [...name.slice(0, at), whole, ...name.slice(at + 2)]
  }

  return name
}
