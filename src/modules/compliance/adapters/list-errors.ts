import { DomainError } from '#lib/errors.ts'
import type { ListSource } from '../model/listed-party.ts'

const LIST_NAMES: Record<ListSource, string> = {
  ofac: 'OFAC SDN list',
  un: 'UN consolidated list',
  eu: 'EU financial sanctions list',
  uk: 'UK sanctions list',
}

/** Creates the error for a file that isn't the list, or not all of it; `problem` says where. */
export const createListError = (source: ListSource, problem: string): DomainError =>
  new DomainError('invalid_list', 422, `The ${LIST_NAMES[source]} can't be read: ${problem}.`)
