import { buildToken, compareTokens, type Token } from './similarity.ts'

/** A word of the lists that is similar to a word of a person. */
export type SimilarToken = { tokenId: number; similarity: number }

const PREFIX_LETTERS = 3
/** Words that are remembered with their similar words; members share most of theirs. */
const MAX_CACHED = 20_000

/**
 * Every distinct word of the lists, found by its sound, its beginning, its ends or its consonants.
 */
export class TokenIndex {
  readonly tokens: Token[] = []
  readonly #idByText = new Map<string, number>()
  readonly #idsByKey = new Map<string, number[]>()
  readonly #cache = new Map<string, readonly SimilarToken[]>()

  /** Returns the word's number; the same word has one number. */
  add(text: string): number {
    const known = this.#idByText.get(text)
    if (known !== undefined) return known

    const id = this.tokens.length
    const token = buildToken(text)
    this.tokens.push(token)
    this.#idByText.set(text, id)
    for (const key of listKeys(token)) {
      const ids = this.#idsByKey.get(key)
      if (ids) ids.push(id)
      else this.#idsByKey.set(key, [id])
    }

    return id
  }

  /** Returns the word's number; undefined if no name has it. */
  findId(text: string): number | undefined {
    return this.#idByText.get(text)
  }

  /** Returns the words that are the same or similar, the most similar first. */
  findSimilar(text: string): readonly SimilarToken[] {
    const cached = this.#cache.get(text)
    if (cached) return cached

    const token = buildToken(text)
    const checked = new Set<number>()
    const similar: SimilarToken[] = []
    for (const key of listProbes(token))
      for (const tokenId of this.#idsByKey.get(key) ?? []) {
        if (checked.has(tokenId)) continue
        checked.add(tokenId)

        const similarity = compareTokens(token, this.tokens[tokenId] as Token)
        if (similarity > 0) similar.push({ tokenId, similarity })
      }

    similar.sort((one, other) => other.similarity - one.similarity)
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    this.#cache.set(text, similar)
    return similar
  }
}

/** The last key finds words with another letter in the middle. */
const listBasicKeys = ({ text, codes }: Token): string[] => [
  ...codes,
  `<${text.slice(0, PREFIX_LETTERS)}`,
  `${text[0]}>${text.slice(-2)}`,
]

function listKeys(token: Token): string[] {
  const keys = [...listBasicKeys(token), `~${token.consonants}`]
  return token.hasVowels ? keys : [...keys, `!${token.consonants}`]
}

/** A word without vowels is compared with all words of its consonants, another with such ones. */
const listProbes = (token: Token): string[] => [
  ...listBasicKeys(token),
  `${token.hasVowels ? '!' : '~'}${token.consonants}`,
]
