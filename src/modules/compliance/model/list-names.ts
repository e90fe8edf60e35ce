import type { ListSource } from './listed-party.ts'

/** The names of the official lists. */
export const LIST_NAMES: Readonly<Record<ListSource, string>> = {
  ofac: 'US: OFAC SDN list',
  un: 'United Nations: Security Council list',
  eu: 'EU: consolidated financial sanctions list',
  uk: 'UK: sanctions list',
}
