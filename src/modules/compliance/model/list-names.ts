import type { ListSource } from './listed-party.ts'

/** The names of the official lists, on screens and in errors. */
export const LIST_NAMES: Readonly<Record<ListSource, string>> = {
  ofac: 'OFAC SDN list',
  un: 'UN consolidated list',
  eu: 'EU financial sanctions list',
  uk: 'UK sanctions list',
}
