import { computeCircumstancesFactor } from './circumstances.ts'
import { InvertedNames } from './inverted-names.ts'
import type { ListedParty } from './listed-party.ts'
import { compareNames } from './name-score.ts'
import { normaliseName } from './normalise-name.ts'
import { TokenIndex } from './token-index.ts'

export type ScreenedPerson = {
  name: string
  /** 'YYYY-MM-DD' */
  birthDate: string | null
  /** ISO 3166-1 alpha-2 */
  country: string | null
}

export type Hit = {
  key: string
  /** 0 to 100; 100 for the same name, with nothing that speaks against it. */
  score: number
  /** The party's name that is most similar, as the list writes it. */
  matchedName: string
}

export type NameIndex = { match(person: ScreenedPerson, threshold: number): Hit[] }

type IndexedParty = { key: string; party: ListedParty }
type IndexedName = { key: string; party: ListedParty; text: string }

/** `npm run bench -- screening` prints the curve that it was chosen from. */
export const DEFAULT_THRESHOLD = 85

const MAX_HITS = 10

/** Builds an index of all names of the parties; it doesn't follow later changes to them. */
export function createNameIndex(parties: readonly IndexedParty[]): NameIndex {
  const names = parties.flatMap(({ key, party }) =>
    party.names.map((text): IndexedName => ({ key, party, text })),
  )
  const index = new InvertedNames(
    names.map(({ text }) => normaliseName(text)),
    new TokenIndex(),
  )

  return {
    match(person, threshold) {
      const best = new Map<string, Hit>()
      const tokens = index.weigh(normaliseName(person.name))

      for (const nameId of index.findCandidates(tokens)) {
        const { key, party, text } = names[nameId] as IndexedName
        const likeness = compareNames(tokens, index.getTokens(nameId))
        const factor = computeCircumstancesFactor(party, person)
        const score = Math.min(100, Math.round(likeness * factor * 100))

        if (score >= threshold && score > (best.get(key)?.score ?? -1))
          best.set(key, { key, score, matchedName: text })
      }

      return [...best.values()].sort(compareHits).slice(0, MAX_HITS)
    },
  }
}

const compareHits = (one: Hit, other: Hit): number =>
  other.score - one.score || (one.key < other.key ? -1 : 1)
