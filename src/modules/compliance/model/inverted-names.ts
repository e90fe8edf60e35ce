import { INITIAL_WEIGHT, type WeightedToken } from './name-score.ts'
import { buildToken } from './similarity.ts'
import type { TokenIndex } from './token-index.ts'

const MAX_CANDIDATES = 200
/** A name is a candidate if so much of it, or of the person's name, has similar words. */
const MIN_SHARED_WEIGHT = 0.65
const MAX_JOINED_LETTERS = 7
/** Words that sound like this one count for so much of it when its rarity is computed. */
const ALIKE_SHARE = 0.25

/**
 * Finds the names that share enough words with a person's name. Words are weighted by rarity, so a
 * common given name alone finds nothing.
 */
export class InvertedNames {
  readonly #tokens: TokenIndex
  /** By word, the names with it. */
  readonly #namesByToken: number[][] = []
  readonly #countsByCode = new Map<string, number>()
  readonly #weightedTokens: readonly WeightedToken[]
  readonly #names: readonly (readonly WeightedToken[])[]
  readonly #nameWeights: Float32Array
  /** By name, while a person is matched: the shared weight, and the word that added to it last. */
  readonly #shared: Float32Array
  readonly #lastWord: Int32Array

  /** Takes the normalised words of each name. */
  constructor(names: readonly (readonly string[])[], tokens: TokenIndex) {
    this.#tokens = tokens
    this.#shared = new Float32Array(names.length)
    this.#lastWord = new Int32Array(names.length).fill(-1)

    const idsByName = names.map((texts) => texts.map((text) => tokens.add(text)))
    for (const [nameId, texts] of names.entries())
      this.#addPostings(nameId, [
        ...(idsByName[nameId] ?? []),
        ...joinNeighbours(texts).map((text) => tokens.add(text)),
      ])

    this.#weightedTokens = tokens.tokens.map((token, id) => ({
      token,
      weight: this.#computeWeight(token.text, this.#namesByToken[id]?.length ?? 0, token.codes),
    }))
    this.#names = idsByName.map((ids) => ids.map((id) => this.#weightedTokens[id] as WeightedToken))
    this.#nameWeights = Float32Array.from(this.#names, sumWeights)
  }

  /** Returns the weighted words of the listed name of that number. */
  getTokens(nameId: number): readonly WeightedToken[] {
    return this.#names[nameId] ?? []
  }

  /** Returns the words of a person's name with their weights. */
  weigh(texts: readonly string[]): WeightedToken[] {
    return texts.map((text) => {
      const known = this.#weightedTokens[this.#tokens.findId(text) ?? -1]
      if (known) return known

      const token = buildToken(text)
      return { token, weight: this.#computeWeight(text, 0, token.codes) }
    })
  }

  /** Returns the numbers of the names that share the most, the best first, at most 200. */
  findCandidates(person: readonly WeightedToken[]): number[] {
    const touched: number[] = []
    for (const [at, { token, weight }] of person.entries())
      if (token.text.length > 1) this.#addShares(token.text, weight, at, touched)

    const joined = joinNeighbours(person.map(({ token }) => token.text))
    for (const [at, { token, weight }] of this.weigh(joined).entries())
      this.#addShares(token.text, weight, person.length + at, touched)

    const total = sumWeights(person)
    const candidates: { nameId: number; estimate: number }[] = []
    for (const nameId of touched) {
      const nameWeight = this.#nameWeights[nameId] ?? 0
      const shared = this.#shared[nameId] ?? 0
      if (shared >= MIN_SHARED_WEIGHT * Math.min(total, nameWeight))
        candidates.push({ nameId, estimate: shared / (total + nameWeight) })
      this.#shared[nameId] = 0
      this.#lastWord[nameId] = -1
    }

    candidates.sort((one, other) => other.estimate - one.estimate)
    return candidates.slice(0, MAX_CANDIDATES).map(({ nameId }) => nameId)
  }

  #addPostings(nameId: number, tokenIds: readonly number[]): void {
    for (const tokenId of new Set(tokenIds)) {
      const posting = this.#namesByToken[tokenId]
      if (posting) posting.push(nameId)
      else this.#namesByToken[tokenId] = [nameId]

      for (const code of this.#tokens.tokens[tokenId]?.codes ?? [])
        this.#countsByCode.set(code, (this.#countsByCode.get(code) ?? 0) + 1)
    }
  }

  #addShares(text: string, weight: number, at: number, touched: number[]): void {
    for (const { tokenId, similarity } of this.#tokens.findSimilar(text))
      for (const nameId of this.#namesByToken[tokenId] ?? []) {
        const last = this.#lastWord[nameId]
        if (last === at) continue
        if (last === -1) touched.push(nameId)

        this.#lastWord[nameId] = at
        this.#shared[nameId] = (this.#shared[nameId] ?? 0) + weight * similarity
      }
  }

  #computeWeight(text: string, count: number, codes: readonly string[]): number {
    if (text.length === 1) return INITIAL_WEIGHT

    const alike = Math.max(0, ...codes.map((code) => this.#countsByCode.get(code) ?? 0))
    const frequency = count + ALIKE_SHARE * Math.max(0, alike - count)
    return 1 + Math.log((this.#shared.length + 1) / (frequency + 1))
  }
}

/** Initials don't count: no name is found by them. */
const sumWeights = (tokens: readonly WeightedToken[]): number =>
  tokens.reduce((sum, { token, weight }) => (token.text.length > 1 ? sum + weight : sum), 0)

/** Returns what two short neighbouring words are as one: "Jin Ping" is "Jinping" elsewhere. */
function joinNeighbours(texts: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at + 1 < texts.length; at++) {
    const [one = '', other = ''] = texts.slice(at, at + 2)
    const lengths = [one.length, other.length]
    if (Math.min(...lengths) > 1 && Math.max(...lengths) <= MAX_JOINED_LETTERS)
      joined.push(one + other)
  }

  return joined
}
